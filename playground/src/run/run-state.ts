import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import type { Claim } from '../../../src/contract/claims.ts'
import type { IterationEntry, IterationPhase } from '../../../src/contract/deliberation.ts'
import type { RunEvent } from '../../../src/contract/events.ts'
import type { RunKind } from '../../../src/contract/question-kind.ts'
import type { Problem } from '../api/problem.ts'

type DataOf<Name extends RunEvent['type']> = Extract<RunEvent, { type: Name }>['data']

/** A place in the panel. */
export type Seat = DataOf<'panel-start'>['seats'][number]

/** What a seat said in an iteration that has not ended. */
export type Reply = DataOf<'answer-received'>

/** What a model read in the replies of the others. */
export type Reading = DataOf<'reading-received'>

/** A text of a writer, before it is the answer. */
type Writing = DataOf<'text-written'>

/** What another model objects to in such a text. */
type Check = DataOf<'text-checked'>

/** What was spent, as far as it is known. */
export interface Spending {
  calls: number
  /** The known costs in US dollars; null if none is known. */
  costUsd: number | null
  /** Calls whose cost is not known. */
  unpriced: number
}

/** Where a run is: asked, under way, or how it ended. */
export type Stage = 'asked' | 'running' | 'complete' | 'stopped' | 'failed'

/** Everything that the page shows of a run. */
export interface RunState {
  stage: Stage
  question: string
  /** In milliseconds; null for a result that was opened later. */
  startedAt: number | null
  endedAt: number | null
  /** Null until the models have decided it, where the request did not. */
  kind: RunKind | null
  maxIterations: number | null
  seats: Seat[]
  /** The names of those that are asked first, while the others are not asked; null where all are. */
  first: string[] | null
  /** The iteration that is under way; null before the first and after the last. */
  current: { iteration: number; level: number; phase: IterationPhase } | null
  /** What was said in it so far. */
  replies: Reply[]
  /** The beginnings of replies that are still arriving, by the name of the model. */
  arriving: Record<string, { attempt: number; text: string }>
  /** What was said in the first iteration so far. */
  firstReplies: Reply[]
  /** The iterations that have ended. */
  iterations: IterationEntry[]
  readings: Reading[]
  claims: Claim[]
  writings: Writing[]
  /** Null until a text was checked. */
  check: Check | null
  /** The final text; empty until there is one. */
  accepted: string
  spending: Spending
  result: EdgeConsensusResponse | null
  /** Why it failed. */
  problem: Problem | null
}

/** A run that was just asked for. */
export function askedRun(question: string, startedAt: number | null): RunState {
  return {
    stage: 'asked',
    question,
    startedAt,
    endedAt: null,
    kind: null,
    maxIterations: null,
    seats: [],
    first: null,
    current: null,
    replies: [],
    arriving: {},
    firstReplies: [],
    iterations: [],
    readings: [],
    claims: [],
    writings: [],
    check: null,
    accepted: '',
    spending: { calls: 0, costUsd: null, unpriced: 0 },
    result: null,
    problem: null,
  }
}

/** What a run that has ended cost. */
export function spendingOf({
  calls,
  cost_usd,
  unpriced_calls = 0,
}: EdgeConsensusResponse['usage']): Spending {
  return { calls, costUsd: cost_usd, unpriced: unpriced_calls }
}

/** Whether something is still to be expected. */
export function isUnderWay({ stage }: Pick<RunState, 'stage'>): boolean {
  return stage === 'asked' || stage === 'running'
}
