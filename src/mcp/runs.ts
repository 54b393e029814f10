import type { CallToolResult } from '@modelcontextprotocol/server'
import { afterEvent, NOTHING_YET, type RunProgress } from '../client/run-progress.ts'
import type { RunEvent } from '../contract/events.ts'
import { linkedAbort } from '../utils/time-limits.ts'
import { inWords, soFarInMarkdown, soFarOf } from './in-markdown.ts'
import { type FailureContext, failureOf, ToolFailure } from './tool-failure.ts'

export interface ToolRun {
  id: string
  startedAt: number
  doing: string
  progress: RunProgress
  outcome: CallToolResult | null
  ended: Promise<void>
  /** Ends it, and so what it costs. */
  cancel(): void
}

/** The work of a run; it tells what happens. */
export type Work = (run: { signal: AbortSignal; tell: (event: RunEvent) => void }) => Promise<CallToolResult>

/** What a tool returns when it is done. */
export function completed(result: object, text: string): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { status: 'completed', result } }
}

const CANCELLED: CallToolResult = {
  content: [{ type: 'text', text: 'The run was cancelled.' }],
  structuredContent: { status: 'cancelled' },
}

/** What a tool returns for a run: its outcome, or what is known so far. */
export function resultOf({ id, outcome, ...run }: ToolRun): CallToolResult {
  if (outcome !== null) return outcome
  const soFar = soFarOf(run)
  return {
    content: [{ type: 'text', text: soFarInMarkdown(id, soFar) }],
    structuredContent: { status: 'running', task_id: id, so_far: soFar },
  }
}

/** Resolves after so many milliseconds; rejects when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Waits for a run to end, but not longer than this, nor than the caller does. */
export async function endsWithin(
  run: ToolRun,
  milliseconds: number,
  { wait, signal }: { wait: Wait; signal: AbortSignal },
): Promise<boolean> {
  const waiting = linkedAbort(signal)
  const timeIsUp = wait(milliseconds, waiting.controller.signal).catch(() => {})
  await Promise.race([run.ended, timeIsUp])
  waiting.release()
  waiting.controller.abort()
  return run.outcome !== null
}

export type ToolRuns = ReturnType<typeof createRuns>

/** So many runs may go on at once in a process, and so many of one owner. */
export const MOST_RUNS = 200
export const MOST_OF_ONE = 20
/** So many that have ended are kept, for so long after they began. */
const MOST_ENDED = 200
export const KEPT_MS = 60 * 60 * 1000

/** Creates the list of the runs of this process; the time is in milliseconds. */
export function createRuns({ newId, now }: { newId: () => string; now: () => number }) {
  const going = new Map<ToolRun, string>()
  const kept = new Map<string, { run: ToolRun; owner: string }>()

  function refuseIfFull(owner: string): void {
    const own = [...going.values()].filter((one) => one === owner).length
    if (own < MOST_OF_ONE && going.size < MOST_RUNS) return
    const which = own >= MOST_OF_ONE ? `${own} runs of yours` : `${going.size} runs`
    throw new ToolFailure(
      `${which} are going on, and no more are begun. Fetch or cancel them with get_result, or try again later.`,
    )
  }

  function sweep(): void {
    for (const [id, { run }] of kept)
      if (now() - run.startedAt > KEPT_MS) {
        run.cancel()
        kept.delete(id)
      }
    const ended = [...kept].filter(([, { run }]) => run.outcome !== null)
    for (const [id] of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) kept.delete(id)
  }

  return {
    /** Begins a run; refuses when there are too many. */
    start({ owner, ...failing }: FailureContext & { owner: string }, work: Work): ToolRun {
      sweep()
      refuseIfFull(owner)
      const controller = new AbortController()
      const { signal } = controller
      const tell = (event: RunEvent) => {
        run.doing = inWords(event) ?? run.doing
        run.progress = afterEvent(run.progress, event, now())
      }
      const ended = Promise.resolve()
        .then(() => work({ signal, tell }))
        .catch((error) => (signal.aborted ? CANCELLED : failureOf(error, failing)))
        .then((result) => {
          going.delete(run)
          run.outcome = signal.aborted ? CANCELLED : result
        })
      const run: ToolRun = {
        id: newId(),
        startedAt: now(),
        doing: 'The models are asked.',
        progress: NOTHING_YET,
        outcome: null,
        ended,
        cancel: () => controller.abort(),
      }
      going.set(run, owner)
      return run
    },
    /** A run by its id; null for an unknown one, and for that of another owner. */
    find(id: string, owner: string): ToolRun | null {
      sweep()
      const found = kept.get(id)
      return found?.owner === owner ? found.run : null
    },
    keep(run: ToolRun) {
      kept.set(run.id, { run, owner: going.get(run) ?? '' })
      sweep()
    },
    cancelAll() {
      for (const run of going.keys()) run.cancel()
    },
  }
}
