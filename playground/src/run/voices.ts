import type { ClaimRuling } from '../../../src/contract/claims.ts'
import type { IterationEntry, SeatResponse } from '../../../src/contract/deliberation.ts'
import type { RunState } from './run-state.ts'

type Reply = RunState['replies'][number]

/** What a seat said in one iteration. */
export interface Turn {
  iteration: number
  phase: IterationEntry['phase'] | null
  response: SeatResponse
  /** The answer it held before, if it gave that up for another one. */
  gaveUp: string | null
  /** It moved to another answer and named nothing that refuted its own, so its own counts. */
  isUncounted: boolean
  /** The claims of which it says something else than before. */
  changes: ClaimRuling[]
}

/** A model of the panel and all that it said. */
export interface Voice {
  seat: RunState['seats'][number]
  turns: Turn[]
  /** Its reply in the iteration that is under way. */
  reply: Reply | null
  /** Whether its reply is awaited. */
  isAwaited: boolean
  /** Whether it is not asked, at least as long as the first models agree. */
  isSpared: boolean
  /** What it stands for now: its short answer, its text, or its own draft; null while it has said nothing. */
  position: string | null
  /** The whole reply that gives this short answer; null where the position is all there is. */
  text: string | null
}

/** The voices of a run, in the order of the request. */
export function voicesOf(state: RunState): Voice[] {
  const { seats, iterations, current, replies } = state
  return seats.map((seat) => {
    const turns = turnsOf(seat, iterations)
    const reply = replies.find(({ name }) => name === seat.name) ?? null
    const isSpared = seat.state === 'spared'
    return {
      seat,
      turns,
      reply,
      isAwaited: current !== null && reply === null && !isSpared,
      isSpared,
      ...standingOf(turns, reply, state.kind),
    }
  })
}

function standingOf(
  turns: Turn[],
  reply: Reply | null,
  kind: RunState['kind'],
): Pick<Voice, 'position' | 'text'> {
  if (reply !== null && reply.answer !== null) return withReply(reply.answer, reply.text)
  // Drafts are judged, not changed: the position of a reviewer is the draft that it prefers.
  if (kind === 'draft')
    return withReply(
      turns.findLast(({ response }) => response.answer !== null)?.response.answer ?? null,
      null,
    )
  const position = turns.at(-1)?.response.position ?? null
  const first = turns[0]?.response
  const hasMoved = turns.some(({ gaveUp }) => gaveUp !== null)
  const speaks = kind === 'closed' && !hasMoved && first?.error === null
  return withReply(position, speaks ? first.reason : null)
}

function withReply(position: string | null, text: string | null): Pick<Voice, 'position' | 'text'> {
  const isMore = text !== null && text !== '' && !isRepeated(position ?? '', text)
  return { position, text: isMore ? text : null }
}

/** Whether a text is its short answer again, with or without the full stop. */
export function isRepeated(answer: string, text: string): boolean {
  const bare = (words: string) => words.trim().replace(/[.。]$/, '')
  return bare(answer) === bare(text)
}

function turnsOf(seat: Voice['seat'], iterations: IterationEntry[]): Turn[] {
  const turns: Turn[] = []
  for (const { iteration, phase = null, responses } of iterations) {
    const response = responses.find(({ name }) => name === seat.name)
    if (response === undefined) continue
    const before = turns.at(-1)?.response.position ?? null
    turns.push({
      iteration,
      phase,
      response,
      gaveUp: before !== null && response.position !== before ? before : null,
      isUncounted: isUncounted(response),
      changes: changesIn(response, turns),
    })
  }
  return turns
}

/** The rulings that differ from what the seat was counted with on the same claim before. */
function changesIn({ rulings = [] }: SeatResponse, before: Turn[]): ClaimRuling[] {
  const earlier = before.flatMap(({ response }) => response.rulings ?? [])
  return rulings.filter(({ claim, opinion }) => {
    const last = earlier.findLast((ruling) => ruling.claim === claim)
    return last !== undefined && last.counted_opinion !== opinion
  })
}

/** Whether a seat named another answer than the one that is counted for it. */
function isUncounted({ answer, label, rulings_on_answers: rulings = [] }: SeatResponse): boolean {
  const named = rulings.find((ruling) => ruling.answer === answer)
  return named !== undefined && named.label !== label
}
