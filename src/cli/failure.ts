import { CommanderError } from 'commander'
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

/** How a failure is reported: a message, or a stack trace if it is a bug; and whether the help says what to type. */
export function failureOf(error: unknown): { message: string; exitCode: number; isUsage?: boolean } {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const said = harmless(message)
  if (error instanceof CommanderError)
    return { message: complaint(said), exitCode: EXIT.usage, isUsage: true }
  if (error instanceof UsageError) return { message: said, exitCode: EXIT.usage, isUsage: true }
  if (error instanceof EvaluationError) return { message: said, exitCode: EXIT.usage }
  if (error instanceof StrettoApiError)
    return { message: inOptions(said), exitCode: codeOf(error), isUsage: error.code === 'bad_request' }
  if (error instanceof UnavailableError) return { message: said, exitCode: EXIT.unavailable }
  if (error instanceof StrettoConnectionError)
    return { message: LOST.test(said) ? WAS_LOST : said, exitCode: EXIT.unavailable }
  if (error instanceof StartError) return { message: said, exitCode: EXIT.failed }
  return { message: harmless(stack) || said, exitCode: EXIT.failed }
}

function complaint(message: string): string {
  const [said = '', ...hints] = message
    .replace(/^error: /, '')
    .trim()
    .split('\n')
  const problem = `${said.charAt(0).toUpperCase()}${said.slice(1)}`.replace(/\.?$/, '.')
  return [problem, ...hints].join(' ')
}

const OPTIONS: Record<string, string> = {
  max_cost_usd: '--budget',
  max_calls: '--max-calls',
  minScore: '--min-score',
  topK: '--top',
  q: 'The text',
}
const FIELD = /\b(?:max_cost_usd|max_calls|minScore|topK)\b|^(?:criteria|limit|models|q|search)\b/g

/** What the service says of a request, in words of the command line. */
export function inOptions(text: string): string {
  return text.replace(FIELD, (field) => OPTIONS[field] ?? `--${field}`)
}

/** A missing key, a limit and a failure of the service pass; everything else is in the request. */
function codeOf({ status }: StrettoApiError): number {
  const isRequest = status !== null && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
  return isRequest ? EXIT.usage : EXIT.unavailable
}
