import { StorageError } from '../../contract/storage-error.ts'

/** How often the disk is tried after a failure. */
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
export function createStorageHealth(write: () => void, onChange: (problem: string | null) => void) {
  let problem: string | null = null
  let timer: NodeJS.Timeout | null = null

  function change(next: string | null): void {
    if (next === problem) return
    problem = next
    onChange(next)
  }

  /** Records a failed write; returns a StorageError if the disk is the cause, otherwise the error itself. */
  function failed(error: unknown): unknown {
    const fault = storageErrorOf(error)
    if (fault === null) return error
    change(`Data cannot be stored: ${fault.reason}.`)
    timer ??= setInterval(probeAgain, PROBE_MS).unref()
    return fault
  }

  /** Writes something now; throws a StorageError if the disk cannot be written. */
  function probe(): void {
    try {
      write()
    } catch (error) {
      throw failed(error)
    }
    close()
    change(null)
  }

  function probeAgain(): void {
    try {
      probe()
    } catch {
      // The failure is already recorded, and it is tried again, whatever it was.
    }
  }

  function close(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return { problem: () => problem, failed, probe, close }
}

function storageErrorOf(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = Object.entries(REASONS).find(([start]) => code.startsWith(start))?.[1]
  return reason === undefined ? null : new StorageError(reason, error)
}
