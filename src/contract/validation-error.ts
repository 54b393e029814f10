import type { ZodError } from 'zod'
import { StrettoError } from './error-codes.ts'

/** Turns a failed validation into a bad_request error that lists each problem with its path. */
export function validationError(error: ZodError, target: string): StrettoError {
  const whole = target === 'json' ? 'body' : target
  const details = error.issues.map(({ path, message }) => ({
    path: path.join('.') || whole,
    problem: message,
  }))
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  // Most messages of the contract name their field; the others are prefixed with it.
  const named = first?.problem.startsWith(first.path) ? first.problem : `${first?.path}: ${first?.problem}`
  return new StrettoError('bad_request', `${named}${more}.`, { details })
}
