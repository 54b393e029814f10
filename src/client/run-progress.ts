import type { Claim } from '../contract/claims.ts'
import type { IterationEntry, IterationPhase, Usage } from '../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import type { RunEvent } from '../contract/events.ts'
import type { RunKind } from '../contract/question-kind.ts'
import type { EdgeEvent } from './streams.ts'

type DataOf<Name extends RunEvent['type']> = Extract<RunEvent, { type: Name }>['data']

/** A model of the panel, and how far it is. */
export type SeatProgress = ReturnType<typeof newSeat>
/** spared: it is not asked as long as the first models agree. */
type SeatState = 'asked' | 'answered' | 'failed' | 'spared'

/** What was spent, as far as it is known. */
export interface RunSpending {
  calls: number
  /** The known costs in US dollars; null if none is known. */
  costUsd: number | null
  /** Calls whose cost is not known. */
  unpriced: number
}

/** What has happened in a run so far. */
export type RunProgress = typeof NOTHING_YET

/** A run of which nothing is known yet. */
export const NOTHING_YET = {
  /** Null until the models have decided it, where the request did not. */
  kind: null as RunKind | null,
  maxIterations: null as number | null,
  seats: [] as SeatProgress[],
  /** The iteration that is under way; null between two, before the first and after the last. */
  current: null as { iteration: number; level: number; phase: IterationPhase } | null,
  replies: [] as DataOf<'answer-received'>[],
  firstReplies: [] as DataOf<'answer-received'>[],
  /** The beginnings of replies that are still arriving, by the name of the model. */
  arriving: {} as Record<string, { attempt: number; text: string }>,
  iterations: [] as IterationEntry[],
  /** What models read in the replies of the others. */
  readings: [] as DataOf<'reading-received'>[],
  claims: [] as Claim[],
  /** What was found on the web for all models; null while it was not searched. */
  found: null as DataOf<'pages-found'> | null,
  /** The texts of a writer, before one is the answer. */
  writings: [] as DataOf<'text-written'>[],
  /** What another model objects to in such a text; null until one was checked. */
  check: null as DataOf<'text-checked'> | null,
  /** The final text; empty until there is one. */
  accepted: '',
  spending: { calls: 0, costUsd: null, unpriced: 0 } as RunSpending,
  result: null as EdgeConsensusResponse | null,
}

/** What has happened after one more event, which came at this time by the clock of the caller. */
export function afterEvent(progress: RunProgress, { type, data }: EdgeEvent, at: number): RunProgress {
  const { seats, spending, check } = progress
  switch (type) {
    case 'run-start':
      return progress
    case 'panel-start':
      // A run that is joined again is told from its beginning.
      return {
        ...NOTHING_YET,
        kind: data.kind,
        maxIterations: data.max_iterations,
        seats: data.seats.map((seat) =>
          newSeat(seat, at, data.first?.includes(seat.name) === false ? 'spared' : 'asked'),
        ),
      }
    case 'iteration-start':
      // What the first models of a panel said stands while the others are asked in a round that begins again.
      return {
        ...progress,
        current: data,
        replies: data.iteration === 1 ? progress.firstReplies : [],
        seats: seats.map((seat) => askedSeat(seat, data.iteration, at)),
      }
    case 'answer-text':
      return withPiece(progress, data)
    case 'answer-received':
      return {
        ...progress,
        replies: [...progress.replies, data],
        firstReplies: data.iteration === 1 ? [...progress.firstReplies, data] : progress.firstReplies,
        seats: seats.map((seat) => (seat.name === data.name ? heardSeat(seat, data, at) : seat)),
        spending: spentOn(spending, data.cost_usd),
      }
    case 'pages-found':
      // What was said without the pages does not count: all are asked again, unless there are none.
      if (data.pages.length === 0) return { ...progress, found: data }
      return {
        ...progress,
        ...{ found: data, replies: [], firstReplies: [], arriving: {} },
        seats: seats.map((seat) =>
          seat.state === 'spared' ? seat : { ...newSeat(seat, at), costUsd: seat.costUsd },
        ),
      }
    case 'kind-decided':
      return { ...progress, kind: data.kind }
    case 'reading-received':
      return {
        ...progress,
        readings: [...progress.readings, data],
        spending: spentOn(spending, data.cost_usd),
      }
    case 'stage-end':
      if (data.accepted) return progress
      return {
        ...progress,
        seats: seats.map((seat) =>
          seat.state === 'spared' ? { ...seat, state: 'asked', askedAt: at } : seat,
        ),
        iterations: [],
        claims: [],
        writings: [],
        check: null,
      }
    case 'iteration-end':
      return {
        ...progress,
        current: null,
        replies: [],
        iterations: [...progress.iterations, data],
        seats: seats.map((seat) => placedSeat(seat, data)),
      }
    case 'claims-change':
      return { ...progress, claims: data.claims }
    case 'text-written':
      return { ...progress, writings: [...progress.writings, data] }
    case 'text-checked':
      // Two models may check the same text.
      return { ...progress, check: { ...data, findings: [...(check?.findings ?? []), ...data.findings] } }
    case 'text-accepted':
      return { ...progress, accepted: data.text }
    case 'result':
      return {
        ...progress,
        current: null,
        kind: data.kind ?? progress.kind,
        claims: data.claims ?? progress.claims,
        accepted: data.final_answer,
        spending: spendingOf(data.usage),
        result: data,
      }
  }
}

/** A model that has said nothing yet. */
export function newSeat(
  { name, provider, model }: DataOf<'panel-start'>['seats'][number],
  askedAt: number,
  state: SeatState = 'asked',
) {
  return {
    ...{ name, provider, model, state },
    /** Its answer, and after a round of rulings the one that it stands for; null while it has given none. */
    position: null as string | null,
    /** Why it last failed; null if it never did. */
    problem: null as string | null,
    /** When it was last asked, by the clock of the caller. */
    askedAt,
    /** How long its last reply took; null while that is awaited. */
    tookMs: null as number | null,
    /** What its replies have cost, as far as that is known. */
    costUsd: null as number | null,
  }
}

function askedSeat(seat: SeatProgress, iteration: number, at: number): SeatProgress {
  const hasSpoken = seat.position !== null || seat.problem !== null
  if (seat.state === 'spared' || (iteration === 1 && hasSpoken)) return seat
  return { ...seat, state: 'asked', askedAt: at, tookMs: null }
}

/** In later rounds a model speaks of the answers on the table; where it stands then is known at their end. */
function heardSeat(seat: SeatProgress, reply: DataOf<'answer-received'>, at: number): SeatProgress {
  const { iteration, error, answer, latency_ms: latencyMs, cost_usd: cost } = reply
  const costUsd = cost === null ? seat.costUsd : (seat.costUsd ?? 0) + cost
  if (error !== null)
    return { ...seat, state: 'failed', problem: error.message, tookMs: at - seat.askedAt, costUsd }
  const position = answer === null || iteration > 1 ? seat.position : answer
  return { ...seat, state: 'answered', position, tookMs: latencyMs, costUsd }
}

/** Where a model stands after a round; a text stays the one that it wrote. */
function placedSeat(seat: SeatProgress, { responses }: IterationEntry): SeatProgress {
  const response = responses.find(({ name }) => name === seat.name)
  if (response?.label === undefined || response.position === null) return seat
  return { ...seat, position: response.position }
}

/** A new attempt begins anew; a reply without its beginning is not kept. */
function withPiece(progress: RunProgress, { name, attempt, offset, text }: DataOf<'answer-text'>) {
  const before = progress.arriving[name]
  const isContinued = before?.attempt === attempt
  if (!isContinued && offset > 0) return progress
  const kept = isContinued ? before.text.slice(0, offset) : ''
  return { ...progress, arriving: { ...progress.arriving, [name]: { attempt, text: kept + text } } }
}

function spentOn({ calls, costUsd, unpriced }: RunSpending, cost: number | null): RunSpending {
  if (cost === null) return { calls: calls + 1, costUsd, unpriced: unpriced + 1 }
  return { calls: calls + 1, costUsd: (costUsd ?? 0) + cost, unpriced }
}

/** What a run that has ended cost; where no cost is known, none of its calls has one. */
export function spendingOf({ calls, cost_usd: costUsd, unpriced_calls: unpriced = 0 }: Usage): RunSpending {
  return { calls, costUsd, unpriced: costUsd === null ? calls : unpriced }
}
