import { StrettoError } from '../contract/error-codes.ts'
import { REPAIR_SECONDS } from '../contract/storage-error.ts'

/** The store is damaged. A task that runs into this stays as stored and resumes after the repair. */
export class DamagedTaskStore extends StrettoError {
  constructor(cause: unknown) {
    const message = 'The stored tasks are damaged, and this one cannot be read or stored. Try again later.'
    super('unavailable', message, { retryAfterSeconds: REPAIR_SECONDS, cause })
  }
}
