import { StrettoError } from '../../contract/error-codes.ts'
import { REPAIR_SECONDS } from '../../contract/storage-error.ts'
import { DamagedData } from './damaged-data.ts'

/** Error codes of the library for a page that is damaged or cannot be read at all. */
const DAMAGED_PAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR_READ|IOERR_SHORT_READ|IOERR_CORRUPTFS)/
const DAMAGED_SCHEMA = /no such (table|column)|malformed/

/** Whether an error means that stored data is damaged; any other is a bug or temporary. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedData) return true
  if (error instanceof StrettoError) return isDamage(error.cause)
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string') return false
  return DAMAGED_PAGE.test(code) || (code === 'SQLITE_ERROR' && DAMAGED_SCHEMA.test(message))
}

/** Advice for operators, by where the data is. */
const HOW_TO_REPAIR = {
  sqlite:
    'Stop the service and run “npm start -- doctor --repair”, which sets the file aside and recovers everything that can be read.',
  postgres: 'Correct or delete the damaged rows, or restore the database from a backup.',
}

/** Keeps track of damaged data while the service continues without it. */
export interface DamageReport {
  /** Records an error if it is damage to this part of the data; returns whether it is. */
  takes(part: string, error: unknown): boolean
  /** The result of a read, or a fallback if the data is damaged. */
  around<Value>(part: string, read: () => Value, otherwise: Value): Value
  /** The same for a read that is under way. */
  during<Value>(part: string, read: Promise<Value>, otherwise: Value): Promise<Value>
  /** For data that is required: an error for the caller if this one is damage, otherwise the error itself. */
  refused(part: string, error: unknown): unknown
  /** The damage found so far, one sentence per part. */
  problems(): string[]
}

/** Creates an empty report; each part is reported once, since every request may run into it again. */
export function createDamageReport(
  report: (problem: string, error: unknown) => void = () => {},
  database: keyof typeof HOW_TO_REPAIR = 'sqlite',
): DamageReport {
  const found = new Map<string, string>()

  function takes(part: string, error: unknown): boolean {
    if (!isDamage(error)) return false
    if (found.has(part)) return true
    const problem = `The database is damaged (${part}): ${(error as Error).message}. ${HOW_TO_REPAIR[database]}`
    found.set(part, problem)
    report(problem, error)
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
    during: (part, read, otherwise) =>
      read.catch((error) => {
        if (!takes(part, error)) throw error
        return otherwise
      }),
    refused(part, error) {
      if (!takes(part, error)) return error
      const message = 'The stored data is damaged and cannot be changed. Try again later.'
      return new StrettoError('unavailable', message, { retryAfterSeconds: REPAIR_SECONDS, cause: error })
    },
    problems: () => [...found.values()],
  }
}
