import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StorageError } from '../../contract/storage-error.ts'
import { createStorageHealth } from './storage-health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sqliteError = (code: string) => Object.assign(new Error(code), { code })

/** Storage on a disk that can be filled. */
function open() {
  const disk = { fault: null as Error | null, probes: 0 }
  const changes: Array<string | null> = []
  const write = () => {
    disk.probes++
    if (disk.fault !== null) throw disk.fault
  }
  const storage = createStorageHealth(write, (problem) => changes.push(problem))
  return { disk, storage, changes }
}

describe('the health of the storage', () => {
  it.each([
    ['SQLITE_FULL', 'the disk is full'],
    ['SQLITE_IOERR_WRITE', 'writing to the disk fails'],
    ['SQLITE_IOERR_FSYNC', 'writing to the disk fails'],
    ['SQLITE_READONLY', 'the disk is read-only'],
    ['SQLITE_CANTOPEN', 'files on the disk cannot be opened'],
  ])('is bad after a write that failed with %s, and logs it', (code, reason) => {
    const { storage } = open()
    expect(storage.problem()).toBeNull()
    const fault = storage.failed(sqliteError(code)) as StorageError
    expect(fault).toBeInstanceOf(StorageError)
    expect(fault).toMatchObject({ code: 'unavailable', reason })
    expect(fault.retryAfterSeconds).toBeGreaterThan(0)
    expect(storage.problem()).toBe(`Data cannot be stored: ${reason}.`)
    storage.close()
  })

  it('is not affected by errors that are not disk faults, which are passed on unchanged', () => {
    const { storage } = open()
    for (const error of [
      sqliteError('SQLITE_CONSTRAINT'),
      new TypeError('no code'),
      'no error at all',
      null,
    ]) {
      expect(storage.failed(error)).toBe(error)
    }
    expect(storage.problem()).toBeNull()
  })

  it('is checked until a write succeeds, and each change is reported once', () => {
    const { disk, storage, changes } = open()
    disk.fault = sqliteError('SQLITE_FULL')
    storage.failed(disk.fault)
    storage.failed(disk.fault)
    vi.advanceTimersByTime(20_000)
    expect(disk.probes).toBe(4)
    expect(storage.problem()).toMatch(/full/)
    disk.fault = null
    vi.advanceTimersByTime(5_000)
    expect(storage.problem()).toBeNull()
    expect(changes).toEqual(['Data cannot be stored: the disk is full.', null])
    vi.advanceTimersByTime(60_000)
    expect(disk.probes).toBe(5)
  })

  it('is no longer checked after closing', () => {
    const { disk, storage } = open()
    storage.failed(sqliteError('SQLITE_FULL'))
    storage.close()
    vi.advanceTimersByTime(60_000)
    expect(disk.probes).toBe(0)
  })
})
