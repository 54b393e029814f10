import { StrettoError } from './error-codes.ts'

const RETRY_AFTER_SECONDS = 30

/** A write that failed, for example because the disk is full. Nothing was stored; a retry can succeed later. */
export class StorageError extends StrettoError {
  /** The cause, worded to fit into a sentence: “the disk is full”. */
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    const message = `The data cannot be stored at the moment: ${reason}. Try again later.`
    super('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
    this.name = 'StorageError'
    this.reason = reason
  }
}
