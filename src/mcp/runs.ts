import type { RunEvent } from '../contract/events.ts'
import { NOTHING_YET, withEvent } from './known-so-far.ts'
import type { SoFar } from './schemas/outputs.ts'
import { ToolFailure } from './tool-failure.ts'

/** What a tool has found: for programs, and in words. */
export interface Found {
  result: object
  text: string
}

/** How a run ended. */
export type Outcome =
  | { status: 'completed'; found: Found }
  | { status: 'failed'; error: unknown }
  | { status: 'cancelled' }

/** A tool at work. */
export interface Run {
  id: string
  /** When it began. */
  startedAt: number
  soFar: SoFar
  /** Null while it goes on. */
  outcome: Outcome | null
  /** Resolves when it has ended. */
  ended: Promise<Outcome>
  /** Ends it, and so what it costs. */
  cancel(): void
}

/** The work of a run; it tells what happens. */
export type Work = (run: { signal: AbortSignal; tell: (event: RunEvent) => void }) => Promise<Found>

/** The runs of this process. */
export interface Runs {
  /** Begins a run; refuses when there are too many. */
  start(owner: string, work: Work): Run
  /** A run by its id; null for an unknown one, and for that of another owner. */
  find(id: string, owner: string): Run | null
  /** Keeps a run for those who ask for it later. */
  keep(run: Run): void
  /** Ends all of them. */
  cancelAll(): void
}

interface RunsParts {
  newId: () => string
  /** The time in milliseconds. */
  now: () => number
}

/** So many runs may go on at once in a process, and so many of one owner. */
export const MOST_RUNS = 200
export const MOST_OF_ONE = 20
/** So many that have ended are kept, for so long after they began. */
const MOST_ENDED = 200
export const KEPT_MS = 60 * 60 * 1000

/** Creates the list of the runs of this process. */
export function createRuns({ newId, now }: RunsParts): Runs {
  const going = new Map<Run, string>()
  const kept = new Map<string, { run: Run; owner: string }>()

  function refuseIfFull(owner: string): void {
    const own = [...going.values()].filter((one) => one === owner).length
    if (own >= MOST_OF_ONE || going.size >= MOST_RUNS) {
      const whose = own >= MOST_OF_ONE ? 'of yours ' : ''
      throw new ToolFailure(
        `${own >= MOST_OF_ONE ? own : going.size} runs ${whose}are going on, and no more are begun. Fetch or cancel them with get_result, or try again later.`,
      )
    }
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
    start(owner, work) {
      sweep()
      refuseIfFull(owner)
      const controller = new AbortController()
      const tell = (event: RunEvent) => {
        run.soFar = withEvent(run.soFar, event)
      }
      const settle = (outcome: Outcome): Outcome => {
        going.delete(run)
        run.outcome = controller.signal.aborted ? { status: 'cancelled' } : outcome
        return run.outcome
      }
      const ended = Promise.resolve()
        .then(() => work({ signal: controller.signal, tell }))
        .then(
          (found) => settle({ status: 'completed', found }),
          (error) => settle({ status: 'failed', error }),
        )
      const run: Run = {
        id: newId(),
        startedAt: now(),
        soFar: NOTHING_YET,
        outcome: null,
        ended,
        cancel: () => controller.abort(),
      }
      going.set(run, owner)
      return run
    },
    find(id, owner) {
      sweep()
      const found = kept.get(id)
      return found?.owner === owner ? found.run : null
    },
    keep(run) {
      kept.set(run.id, { run, owner: going.get(run) ?? '' })
      sweep()
    },
    cancelAll() {
      for (const run of going.keys()) run.cancel()
    },
  }
}
