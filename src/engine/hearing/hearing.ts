import type { Abstention } from '../../contract/deliberation.ts'
import type { QuestionKind, RunKind } from '../../contract/question-kind.ts'
import type { Standing } from '../measure/divergence.ts'
import type { Brief, Position } from '../panel/brief.ts'
import { type Seat, servedSeat } from '../panel/panel.ts'
import type { CallCost } from '../panel/usage.ts'
import type { ParsedReply } from '../reading/reply/read-reply.ts'

/** What one seat said in an iteration, or why it said nothing. */
export interface Hearing<Reply = ParsedReply> {
  seat: Seat
  brief: Brief
  reply: Reply | null
  abstention: Abstention | null
  /** What the call cost; null when it failed and the provider reported no cost. */
  call: CallCost | null
  /** The concrete model that answered; absent when its provider did not say. */
  servedModel?: string
  /** Further replies of the same seat to the same prompt; absent for none. */
  samples?: Hearing[]
  /** What a seat that gave no answer takes the question for; absent where it did not say. */
  kind?: QuestionKind | null
}

/** Where a seat stands after what it said. */
export function standingOf({ seat, reply, servedModel }: Hearing, kind: RunKind): Standing {
  return {
    seat: servedSeat(seat, servedModel),
    position: reply && positionOf(reply, kind),
    residual: null,
  }
}

/** What a reply stands for: its short answer where that is asked for, otherwise its text. */
function positionOf({ text, answer, remarks, isCut, calls }: ParsedReply, kind: RunKind): Position {
  const isShort = kind === 'closed' || kind === 'tools'
  const position = isShort ? { answer: answer ?? '', reason: text } : { answer: text, reason: remarks }
  if (isCut) return { ...position, isCut }
  return calls ? { ...position, calls } : position
}
