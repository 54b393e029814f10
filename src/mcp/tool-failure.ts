import type { CallToolResult } from '@modelcontextprotocol/server'
import { StrettoApiError, StrettoConnectionError } from '../client/index.ts'
import { StrettoError } from '../contract/error-codes.ts'

/** A tool cannot do what was asked; the message says why and what to do. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

export interface FailureContext {
  /** The id of the request that failures name; absent where each call has one of its own. */
  requestId?: string
  /** Failures that nobody foresaw. */
  report: (error: unknown) => void
}

/** What a model reads of a failure. */
export function failed(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true }
}

/** A failure as its caller may see it; others than those of the service are reported. */
export function failureOf(error: unknown, { report, requestId }: FailureContext): CallToolResult {
  if (error instanceof ToolFailure) return failed(error.message)
  if (isRefusal(error)) return failed(refusalInWords({ requestId, ...error, message: error.message }))
  if (error instanceof StrettoConnectionError)
    return failed(`${error.message} Check that the service runs, and try again.`)
  report(error)
  return failed('The tool failed unexpectedly. The log of the service says why.')
}

/** Whether the service has refused what was asked of it, here or elsewhere. */
export function isRefusal(error: unknown): error is StrettoApiError | StrettoError {
  return error instanceof StrettoApiError || error instanceof StrettoError
}

type Refusal = Pick<StrettoError, 'message' | 'details'> & {
  code: string
  retryAfterSeconds?: number | null | undefined
  requestId?: string | null | undefined
}

/** The message of the service, with what is wrong field by field, and when to try again. */
function refusalInWords({ message, details = [], retryAfterSeconds, code, requestId }: Refusal): string {
  const fields = details.filter(({ problem }) => !message.includes(problem))
  const about = [`error ${code}`, ...(requestId ? [`request ${requestId}`] : [])].join(', ')
  return [
    message,
    ...fields.map(({ path, problem }) => `- ${path}: ${problem}`),
    ...(retryAfterSeconds == null || message.includes('Try again')
      ? []
      : [`Try again in ${retryAfterSeconds} s.`]),
    `(${about})`,
  ].join('\n')
}
