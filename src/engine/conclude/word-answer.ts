import type { Run } from '../deliberation.ts'
import type { Spiral } from '../measure/spiral.ts'
import { ranking } from '../measure/table/measure-table.ts'
import { answerOf, bestReply, holdersOf, type TableAnswer } from '../measure/table/table.ts'
import { askedOf } from '../panel/asked.ts'
import type { WritingBrief } from '../panel/brief.ts'
import { ONE_CALL } from '../panel/budget.ts'
import { voteIn } from '../panel/votes.ts'
import { standsIn } from '../reader/quotation.ts'
import { hearWriter } from './hear-writer.ts'

/** The final text of a closed question. */
export interface WordedAnswer {
  spiral: Spiral
  /** The winning answer; null when nobody gave one. */
  winner: TableAnswer | null
  text: string | null
}

/**
 * The text of the winning answer: a first reply that gives it, verbatim. Only an answer that came up later, which no reply
 * gives, is worded by a writer; without one it is delivered as short as it was said.
 */
export async function wordAnswer(run: Run, spiral: Spiral): Promise<WordedAnswer> {
  const table = spiral.table!
  const voteOf = voteIn(spiral.votes ?? null)
  const [label] = ranking(table, spiral.standings, spiral.votes).ranked
  if (label === undefined) return { spiral, winner: null, text: null }
  const winner = answerOf(table, label)
  const holders = new Set(holdersOf(table, label))
  const first = spiral.entries[0]!
  const repliesOf = (keys: string[]) =>
    spiral.standings.flatMap((standing, index) => {
      const { answer, reason, cut_off: isCut } = first.responses[index]!
      if (!keys.includes(standing.seat.key) || answer === null) return []
      return [{ ...standing, position: { answer, reason, ...(isCut && { isCut }) } }]
    })
  const stayed = repliesOf(winner.first.filter((key) => holders.has(key)))
  const replies = stayed.length > 0 ? stayed : repliesOf(winner.first)
  if (replies.length > 0) {
    const { position } = bestReply(replies, voteOf)
    const text = position.reason.trim() === '' ? position.answer : position.reason
    return { spiral, winner: { ...winner, answer: position.answer }, text }
  }
  return { winner, ...(await written(run, spiral, winner, holders)) }
}

/** What a writer makes of an answer that no reply gives; the answer itself where none succeeds. */
async function written(
  run: Run,
  before: Spiral,
  { answer, text: reasons }: TableAnswer,
  holders: ReadonlySet<string>,
): Promise<Pick<WordedAnswer, 'spiral' | 'text'>> {
  const { request, signal, seats } = run
  if (request.maxIterations === 1 || signal.aborted || !run.affords(before, ONE_CALL))
    return { spiral: before, text: answer }
  const writer = run.writer ?? seats.find(({ key }) => holders.has(key))!
  const brief: WritingBrief = { phase: 'writing', ...askedOf(request), answer, reasons: [reasons] }
  const { spiral, reply } = await hearWriter(run, before, writer, brief)
  // The text must still state the answer.
  return { spiral, text: reply !== null && standsIn(answer, reply.text) ? reply.text : answer }
}
