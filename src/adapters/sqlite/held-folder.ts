import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Libsql from 'libsql'
import { z } from 'zod'
import { StartError } from '../../contract/start-error.ts'
import { makeDataFolder, makePrivate, unusableFolder } from './data-folder.ts'
import { isBusy } from './group-commit.ts'

/** SQLite locks this file, and the operating system unlocks it when the process dies, however it dies. It stays empty. */
const LOCK = 'stretto.lock'
/** Not the locked file: whoever reads and closes that in the process that locked it unlocks it on POSIX systems. */
const HOLDER = 'service.json'

const FolderHolder = z.object({
  /** Null when it does not tell, or not this user. */
  pid: z.number().nullable(),
  /** Whether it is a command that opened the data for itself, and not the service. */
  isCommand: z.boolean(),
  /** Where the service is reached, once it listens; the token proves that a caller may read this file. */
  service: z.object({ edgeUrl: z.url(), localUrl: z.url(), token: z.string().min(1) }).nullable(),
})

export type FolderHolder = z.output<typeof FolderHolder>

/** A service that serves a data folder, for commands of the same user. */
export type RunningService = NonNullable<FolderHolder['service']>

export type HeldFolder = NonNullable<ReturnType<typeof holdFolder>>

/** Holds a data folder for this process until it is released or the process dies; null when another one holds it. */
export function holdFolder(folder: string, { isCommand }: { isCommand: boolean }) {
  makeDataFolder(folder)
  makePrivate(join(folder, LOCK))
  const lock = takeLock(folder)
  if (lock === null) return null
  const tell = (service: RunningService | null) => {
    const file = join(folder, HOLDER)
    const holder: FolderHolder = { pid: process.pid, isCommand, service }
    try {
      rmSync(`${file}.new`, { force: true })
      writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch (error) {
      throw unusableFolder(folder, error)
    }
  }
  // From now on, what a dead process has left is not read.
  tell(null)
  return {
    announce: (service: RunningService) => tell(service),
    release() {
      rmSync(join(folder, HOLDER), { force: true })
      lock.close()
    },
  }
}

/** The process that holds a data folder; null when none does. */
export function holderOf(folder: string): FolderHolder | null {
  if (!existsSync(join(folder, LOCK))) return null
  const lock = takeLock(folder)
  if (lock === null) return readHolder(folder)
  lock.close()
  return null
}

/** The error for a data folder that another process holds, and what to do. */
export function folderInUse(folder: string, { pid, isCommand, service }: FolderHolder): StartError {
  const path = resolve(folder)
  const which = pid === null ? '' : ` (process ${pid})`
  if (isCommand)
    return new StartError(
      `Another stretto command${which} is using the data in ${path}. Wait until it has ended, or set DATA_DIR to another folder.`,
    )
  const where = service === null ? '' : ` at ${service.edgeUrl}`
  return new StartError(
    `The data in ${path} are already served${where}${which}. Use that service, stop it, or set DATA_DIR to another folder.`,
  )
}

function takeLock(folder: string): { close(): void } | null {
  let lock: InstanceType<typeof Libsql> | null = null
  try {
    lock = new Libsql(join(folder, LOCK))
    // Nothing is written, and no journal should lie beside the file.
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return null
    throw unusableFolder(folder, new Error(`the file ${LOCK} in it cannot be locked`, { cause: error }))
  }
}

/** What the holder of a folder tells; a file of another user could send questions anywhere and is not believed. */
export function readHolder(folder: string): FolderHolder {
  const file = join(folder, HOLDER)
  try {
    const isOwn = process.getuid === undefined || statSync(file).uid === process.getuid()
    if (isOwn) return FolderHolder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // It is about to be written, or not for this user.
  }
  return { pid: null, isCommand: false, service: null }
}
