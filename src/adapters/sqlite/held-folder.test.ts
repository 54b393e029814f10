import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../../test/support/fresh-folder.ts'
import { folderInUse, type HeldFolder, holderOf, holdFolder, readHolder } from './held-folder.ts'

const SERVICE = { edgeUrl: 'http://127.0.0.1:8787', localUrl: 'http://127.0.0.1:8000', token: 'a-token' }

let folder: string
beforeEach(() => {
  folder = freshFolder()
})

const hold = (isCommand = false): HeldFolder => holdFolder(folder, { isCommand })!

describe('a data folder', () => {
  it('is held by one at a time, and free again when it is released', () => {
    expect(holderOf(folder)).toBeNull()
    const held = hold()
    expect(holdFolder(folder, { isCommand: true })).toBeNull()
    expect(holderOf(folder)).toEqual({ pid: process.pid, isCommand: false, service: null })
    held.release()
    expect(holderOf(folder)).toBeNull()
    hold(true).release()
  })

  it('tells its own user alone where the service is', () => {
    const held = hold()
    held.announce(SERVICE)
    expect(readHolder(folder).service).toEqual(SERVICE)
    const file = join(folder, 'service.json')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    held.release()
    expect(existsSync(file)).toBe(false)
  })

  it('is free after a process that was killed, and what that one has left is not believed', async () => {
    // A program of its own, because the lock is that of a process.
    const program = `
      const Libsql = require('libsql')
      const lock = new Libsql(process.argv[1])
      lock.exec('BEGIN EXCLUSIVE')
      console.log('held')
      setInterval(() => lock, 1000)`
    const other = spawn(process.execPath, ['-e', program, join(folder, 'stretto.lock')])
    await once(other.stdout, 'data')
    writeFileSync(
      join(folder, 'service.json'),
      JSON.stringify({ pid: other.pid, isCommand: false, service: SERVICE }),
    )
    expect(holdFolder(folder, { isCommand: true })).toBeNull()
    expect(holderOf(folder)).toEqual({ pid: other.pid, isCommand: false, service: SERVICE })
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(holderOf(folder)).toBeNull()
    const held = hold()
    expect(readHolder(folder)).toEqual({ pid: process.pid, isCommand: false, service: null })
    held.release()
  })

  it.each(['', '{', '{"pid":"one"}', '{"pid":1,"isCommand":false,"service":{"edgeUrl":"nowhere"}}'])(
    'that is held is not known to be anybody’s by a file that says %j',
    (text) => {
      const held = hold()
      writeFileSync(join(folder, 'service.json'), text)
      expect(holderOf(folder)).toEqual({ pid: null, isCommand: false, service: null })
      held.release()
    },
  )

  it('keeps no journal beside its lock, which stays empty', () => {
    const held = hold()
    expect(existsSync(join(folder, 'stretto.lock-journal'))).toBe(false)
    held.release()
    expect(readFileSync(join(folder, 'stretto.lock'))).toHaveLength(0)
  })
})

describe('the error for a data folder that is in use', () => {
  it('names the service that serves it, and what to do', () => {
    const { message } = folderInUse('/data', { pid: 7, isCommand: false, service: SERVICE })
    expect(message).toBe(
      'The data in /data are already served at http://127.0.0.1:8787 (process 7). Use that service, stop it, or set DATA_DIR to another folder.',
    )
  })

  it('names a command by its process', () => {
    expect(folderInUse('/data', { pid: 7, isCommand: true, service: null }).message).toBe(
      'Another stretto command (process 7) is using the data in /data. Wait until it has ended, or set DATA_DIR to another folder.',
    )
  })
})
