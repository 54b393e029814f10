import fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../contract/start-error.ts'
import { StorageError } from '../../contract/storage-error.ts'

const WHY: Record<string, string> = {
  EACCES: 'this user is not allowed to write there',
  EPERM: 'the system does not allow writing there',
  EROFS: 'the file system is read-only',
  ENOENT: 'folders cannot be created there',
  EEXIST: 'a file with that name exists',
  ENOTDIR: 'part of the path is not a folder',
}

const DISK_FAULTS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'writing to the disk fails',
  EIO: 'writing to the disk fails',
}

/** Creates the data folder if necessary, and checks that it is writable. */
export function makeDataFolder(folder: string): void {
  const path = resolve(folder)
  try {
    makeFolder(path)
    narrow(path)
    fs.accessSync(path, fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw unusableFolder(folder, error)
  }
}

/** Makes a file that nobody else can read, or makes it so. Whoever opens it finds out what prevents that. */
export function makePrivate(file: string): void {
  try {
    // One that is there is not opened: closing it would give up its lock.
    if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'wx', 0o600))
  } catch {}
  for (const end of ['', '-wal', '-shm']) narrow(file + end)
}

/** What a data folder has in it, that of a disk of its own included. A folder with more is not only ours to close. */
const OURS = /^(stretto\.|service\.json|connections\.json|lost\+found$)/

/** Takes from others their access to a file or a data folder of this user; some disks know no such rights. */
function narrow(path: string): void {
  try {
    const { mode, uid } = fs.statSync(path)
    if ((mode & 0o077) === 0 || uid !== process.getuid?.()) return
    const isFolder = (mode & fs.constants.S_IFMT) === fs.constants.S_IFDIR
    if (isFolder && !fs.readdirSync(path).every((name) => OURS.test(name))) return
    fs.chmodSync(path, mode & 0o700)
  } catch {}
}

/** The error for a data folder that cannot be used, with the reason of the operating system. */
export function unusableFolder(folder: string, cause: unknown): StartError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const fault = DISK_FAULTS[code]
  if (fault !== undefined) return unwritableFolder(folder, new StorageError(fault, cause))
  const why = WHY[code] ?? message
  const todo = 'Set it to a writable folder, for example DATA_DIR=./data/state'
  return new StartError(`DATA_DIR cannot be ${resolve(folder)}: ${why}. ${todo}`, { cause })
}

/** The error for a data folder on a disk that cannot be written. */
export function unwritableFolder(folder: string, cause: StorageError): StartError {
  const todo = 'Free some space, or set DATA_DIR to a folder on another disk.'
  return new StartError(`DATA_DIR cannot be ${resolve(folder)}: ${cause.reason}. ${todo}`, { cause })
}

/** The error for a damaged database file, and how to restore it. */
export function damagedFile(folder: string, reason: string): StartError {
  const file = join(resolve(folder), 'stretto.db')
  return new StartError(
    `The file ${file} is damaged (${reason}). Restore it from a backup, or move it away and recover what can be read with the sqlite3 program of sqlite.org (that of some systems cannot): sqlite3 ${file}.damaged .recover | sqlite3 ${file}. Or set DATA_DIR to another folder.`,
  )
}

/** Creates one folder at a time, from the top: `mkdirSync` with `recursive` never returns in places such as /proc. */
function makeFolder(path: string): void {
  const found = fs.statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found !== undefined) throw new Error(`${path} is not a folder`)
  makeFolder(dirname(path))
  fs.mkdirSync(path, { mode: 0o700 })
}
