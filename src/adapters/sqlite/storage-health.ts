import { StorageError } from '../../contract/storage-error.ts'

/** How long a disk that failed is left alone before it is tried again. */
const PROBE_MS = 5_000

/** What is wrong with the disk, by how the library's code begins. */
const REASONS: Record<string, string> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk fails to write',
  SQLITE_READONLY: 'the disk is read-only',
  SQLITE_CANTOPEN: 'the disk lets no file be opened',
}

/** Hears of failed writes, and tries by itself until one succeeds. */
export interface WatchedStorage {
  /** Why writes fail at present, in a sentence for people; null while they succeed. */
  problem(): string | null
  /** Notes that a write failed; gives back a StorageError where the disk is at fault, else the error as it is. */
  failed(error: unknown): unknown
  /** Writes something now; throws a StorageError where the disk does not take it. */
  probe(): void
  /** Ends the trying. */
  close(): void
}

interface StorageParts {
  /** Writes something that needs room. */
  write: () => void
  /** Hears when writes begin to fail, with the reason, and when they succeed again, with null. */
  onChange: (problem: string | null) => void
}

/** Begins healthy. Only a probe makes it healthy again: that a small write fitted in somewhere says little. */
export function createStorageHealth({ write, onChange }: StorageParts): WatchedStorage {
  let problem: string | null = null
  let timer: NodeJS.Timeout | null = null

  function change(next: string | null): void {
    if (next === problem) return
    problem = next
    onChange(next)
  }

  function failed(error: unknown): unknown {
    const fault = storageErrorOf(error)
    if (fault === null) return error
    change(`Nothing can be stored: ${fault.reason}.`)
    timer ??= setTimeout(probeAgain, PROBE_MS).unref()
    return fault
  }

  function probe(): void {
    try {
      write()
    } catch (error) {
      throw failed(error)
    }
    change(null)
  }

  function probeAgain(): void {
    timer = null
    try {
      probe()
    } catch {
      // What failed has been noted; it is tried again, whatever it was.
      timer ??= setTimeout(probeAgain, PROBE_MS).unref()
    }
  }

  return {
    problem: () => problem,
    failed,
    probe,
    close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

function storageErrorOf(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = Object.entries(REASONS).find(([start]) => code.startsWith(start))?.[1]
  return reason === undefined ? null : new StorageError(reason, error)
}
