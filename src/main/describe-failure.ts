import { StartError } from '../contract/start-error.ts'

/** What is shown of a failed start: words for what the operator can mend, the stack for a fault of ours. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
