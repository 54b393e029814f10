import { StrettoApiError, StrettoConnectionError } from '../client/errors.ts'
import { StartError } from '../contract/start-error.ts'
import { EvaluationError } from '../evaluation/evaluation-error.ts'
import { EXIT } from './exit-codes.ts'
import { harmless } from './terminal/harmless.ts'

/** What the user typed cannot be done; the message says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** There is nobody to ask: the service cannot be opened or reached. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

/** What a client of HTTP says of a connection that ends in the middle of an answer. */
const LOST = /: terminated$/
const WAS_LOST = 'The connection was lost before the answer was complete. Check that the service is running.'

/** How a failure is reported: a message for the user, or a stack trace if it is a bug. */
export function failureOf(error: unknown): { message: string; exitCode: number } {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const said = harmless(message)
  if (error instanceof UsageError || error instanceof EvaluationError)
    return { message: said, exitCode: EXIT.usage }
  if (error instanceof StrettoApiError) return { message: said, exitCode: codeOf(error) }
  if (error instanceof UnavailableError) return { message: said, exitCode: EXIT.unavailable }
  if (error instanceof StrettoConnectionError)
    return { message: LOST.test(said) ? WAS_LOST : said, exitCode: EXIT.unavailable }
  if (error instanceof StartError) return { message: said, exitCode: EXIT.failed }
  return { message: harmless(stack) || said, exitCode: EXIT.failed }
}

/** A missing key, a limit and a failure of the service pass; everything else is in the request. */
function codeOf({ status }: StrettoApiError): number {
  const isRequest = status !== null && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
  return isRequest ? EXIT.usage : EXIT.unavailable
}
