import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RunEvent } from '../contract/events.ts'
import { linkedAbort } from '../utils/linked-abort.ts'
import { soFarInMarkdown } from './in-markdown.ts'
import { inWords } from './known-so-far.ts'
import type { Found, Run, Work } from './runs.ts'
import { LONGEST_WAIT_SECONDS } from './schemas/inputs.ts'
import type { ToolCall } from './tool.ts'
import { failureOf } from './tool-failure.ts'

/** Clients drop calls after 60 to 120 seconds, whatever they are told meanwhile. */
const HANDOVER_MS = LONGEST_WAIT_SECONDS * 1000

/** Does the work of a tool: the result if it is there in time, otherwise a run that goes on. A call that is given up ends it. */
export async function runTool(call: ToolCall, work: Work): Promise<CallToolResult> {
  let isAwaited = true
  const run = call.runs.start(call.owner, ({ signal, tell }) =>
    work({
      signal,
      tell(event: RunEvent) {
        tell(event)
        const line = inWords(event)
        if (line !== null && isAwaited) call.tell(line)
      },
    }),
  )
  const hasEnded = await endsWithin(run, HANDOVER_MS, call)
  isAwaited = false
  if (!hasEnded && call.signal.aborted) run.cancel()
  else if (!hasEnded) call.runs.keep(run)
  return resultOf(run, call.report)
}

/** Waits for a run to end, but not longer than this, nor than the caller does. */
export async function endsWithin(
  run: Run,
  milliseconds: number,
  { wait, signal }: Pick<ToolCall, 'wait' | 'signal'>,
): Promise<boolean> {
  const waiting = linkedAbort(signal)
  const timeIsUp = wait(milliseconds, waiting.controller.signal).catch(() => {})
  await Promise.race([run.ended, timeIsUp])
  waiting.release()
  waiting.controller.abort()
  return run.outcome !== null
}

/** What a tool returns for a run: its result, its failure, or what is known so far. */
export function resultOf({ id, outcome, soFar }: Run, report: (error: unknown) => void): CallToolResult {
  switch (outcome?.status) {
    case 'completed':
      return foundResult(outcome.found)
    case 'failed':
      return failureOf(outcome.error, report)
    case 'cancelled':
      return {
        content: [{ type: 'text', text: 'The run was cancelled.' }],
        structuredContent: { status: 'cancelled' },
      }
    default:
      return {
        content: [{ type: 'text', text: soFarInMarkdown(id, soFar) }],
        structuredContent: { status: 'running', task_id: id, so_far: soFar },
      }
  }
}

/** What a tool returns when it is done. */
export function foundResult({ text, result }: Found): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { status: 'completed', result } }
}
