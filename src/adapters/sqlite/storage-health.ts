import { StorageError } from '../../contract/storage-error.ts'
import { type OnStorageChange, watchFaults } from '../storage/common-stores.ts'

const PROBE_MS = 5_000

/** What is wrong with the disk, by the beginning of the library's error code. */
const REASONS: Record<string, string> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'writing to the disk fails',
  SQLITE_READONLY: 'the disk is read-only',
  SQLITE_CANTOPEN: 'files on the disk cannot be opened',
  SQLITE_BUSY: 'another process keeps the database locked',
}

export type StorageHealth = ReturnType<typeof createStorageHealth>

/** Watches failed writes, and probes the disk until one succeeds. A small write that happened to fit says little. */
export function createStorageHealth(write: () => void, onChange: OnStorageChange) {
  const faults = watchFaults(reasonOf, onChange)
  let timer: NodeJS.Timeout | null = null

  /** Records a failed write; returns a StorageError if the disk is the cause, otherwise the error itself. */
  function failed(error: unknown): unknown {
    const fault = faults.failed(error)
    if (fault instanceof StorageError) timer ??= setInterval(probeAgain, PROBE_MS).unref()
    return fault
  }

  const probeAgain = () => {
    try {
      probe()
    } catch {}
  }

  /** Writes something now; throws a StorageError if the disk cannot be written. */
  function probe(): void {
    try {
      write()
    } catch (error) {
      throw failed(error)
    }
    close()
    faults.succeeded()
  }

  function close(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return { problem: faults.problem, failed, probe, close }
}

function reasonOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.entries(REASONS).find(([start]) => code.startsWith(start))?.[1] ?? null
}
