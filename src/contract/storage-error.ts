import { StrettoError } from './error-codes.ts'

/** How long a caller is asked to wait before trying again what could not be stored. */
const RETRY_AFTER_SECONDS = 30

/** How long a caller is told to wait where someone has to repair something first. */
export const REPAIR_SECONDS = 60

/** A write that the disk did not take. Nothing of it was stored; the same write can succeed later. */
export class StorageError extends StrettoError {
  /** What stands in the way, to be read within a sentence: “the disk is full”. */
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    const message = `This cannot be stored at present: ${reason}. Try again later.`
    super('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
    this.name = 'StorageError'
    this.reason = reason
  }
}
