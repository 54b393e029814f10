import { StartError } from '../contract/start-error.ts'

/** How a failed start is reported: a message if the operator can fix it, a stack trace if it is a bug. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
