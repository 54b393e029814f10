import { StrettoError } from '../../contract/error-codes.ts'
import { REPAIR_SECONDS } from '../../contract/storage-error.ts'

/** What a stored row is when it can be fetched and yet not be made sense of. */
export class DamagedData extends Error {
  override name = 'DamagedData'
}

/** How the library tells that a page of the file cannot be made sense of, or not be read at all. */
const DAMAGED_PAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR_READ|IOERR_SHORT_READ|IOERR_CORRUPTFS)/
const DAMAGED_SCHEMA = /no such (table|column)|malformed/

/** Whether an error says that stored data is damaged; any other is a fault of ours, or passes. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedData) return true
  if (error instanceof StrettoError) return isDamage(error.cause)
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string') return false
  return DAMAGED_PAGE.test(code) || (code === 'SQLITE_ERROR' && DAMAGED_SCHEMA.test(message))
}

/** What operators can do about it. */
const HOW_TO_REPAIR =
  'Stop the service and run “npm start -- doctor --repair”, which sets the file aside and keeps what can be read.'

/** Keeps account of damaged data while the service goes on without it. */
export interface DamageReport {
  /** Takes note if an error is damage to this part of the data, and says whether it is. */
  takes(part: string, error: unknown): boolean
  /** What a read gives, or something else where the data is damaged. */
  around<Value>(part: string, read: () => Value, otherwise: Value): Value
  /** For what cannot be done without: an error that tells the caller so where this one is damage. */
  refused(part: string, error: unknown): unknown
  /** What was found, a sentence for each part. */
  problems(): string[]
}

/** Begins with none; each part is told once, since every request may come upon it again. */
export function createDamageReport(tell: (problem: string, error: unknown) => void = () => {}): DamageReport {
  const found = new Map<string, string>()

  function takes(part: string, error: unknown): boolean {
    if (!isDamage(error)) return false
    if (found.has(part)) return true
    const problem = `The database is damaged in ${part}: ${(error as Error).message}. ${HOW_TO_REPAIR}`
    found.set(part, problem)
    tell(problem, error)
    return true
  }

  return {
    takes,
    around(part, read, otherwise) {
      try {
        return read()
      } catch (error) {
        if (!takes(part, error)) throw error
        return otherwise
      }
    },
    refused(part, error) {
      if (!takes(part, error)) return error
      const message = 'What is stored here is damaged and cannot be changed. Try again later.'
      return new StrettoError('unavailable', message, { retryAfterSeconds: REPAIR_SECONDS, cause: error })
    },
    problems: () => [...found.values()],
  }
}
