import type { CallToolResult } from '@modelcontextprotocol/server'
import { StrettoApiError, StrettoConnectionError } from '../client/index.ts'

/** A tool cannot do what was asked; the message says why and what to do. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

/** What a model reads of a failure. */
export function failed(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true }
}

/** A failure as its caller may see it; others than those of the service are reported. */
export function failureOf(error: unknown, report: (error: unknown) => void): CallToolResult {
  if (error instanceof ToolFailure) return failed(error.message)
  if (error instanceof StrettoApiError) return failed(apiFailure(error))
  if (error instanceof StrettoConnectionError)
    return failed(`${error.message} Check that the service runs, and try again.`)
  report(error)
  return failed('The tool failed unexpectedly. The log of the service says why.')
}

/** The message of the service, with what is wrong field by field, and when to try again. */
function apiFailure({ message, details, retryAfterSeconds, code, requestId }: StrettoApiError): string {
  const fields = details.filter(({ problem }) => !message.includes(problem))
  const known = [`error ${code}`, ...(requestId === null ? [] : [`request ${requestId}`])].join(', ')
  return [
    message,
    ...fields.map(({ path, problem }) => `- ${path}: ${problem}`),
    ...(retryAfterSeconds === null || message.includes('Try again')
      ? []
      : [`Try again in ${retryAfterSeconds} s.`]),
    `(${known})`,
  ].join('\n')
}
