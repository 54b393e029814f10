import type { Run } from '../deliberation.ts'
import { ranking } from '../measure/table/measure-table.ts'
import { answerOf, bestReply, holdersOf, type TableAnswer } from '../measure/table/table.ts'
import { askedOf } from '../panel/asked.ts'
import type { Brief, WritingBrief } from '../panel/brief.ts'
import { type Seat, voteIn } from '../panel/panel.ts'
import { askAside } from '../prompt/call-model.ts'
import { standsIn } from '../reader/quotation.ts'
import { type ParsedReply, readReply } from '../reading/reply/read-reply.ts'

/** The final text of a closed question. */
export interface WordedAnswer {
  /** The winning answer; null when nobody gave one. */
  winner: TableAnswer | null
  text: string | null
}

/**
 * The text of the winning answer: a first reply that gives it, verbatim. Only an answer that came up later, which no reply
 * gives, is worded by a writer; without one it is delivered as short as it was said.
 */
export async function wordAnswer(run: Run): Promise<WordedAnswer> {
  const { spiral } = run
  const table = spiral.table!
  const voteOf = voteIn(spiral.votes)
  const [label] = ranking(table, spiral.standings, spiral.votes).ranked
  if (label === undefined) return { winner: null, text: null }
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
    return { winner: { ...winner, answer: position.answer }, text }
  }
  return { winner, text: await written(run, winner, holders) }
}

/** What a writer makes of an answer that no reply gives; the answer itself where none succeeds. */
async function written(
  run: Run,
  { answer, text: reasons }: TableAnswer,
  holders: ReadonlySet<string>,
): Promise<string> {
  const { request, signal, seats } = run
  if (request.maxIterations === 1 || signal.aborted || !run.affords(1)) return answer
  const writer = run.writer ?? seats.find(({ key }) => holders.has(key))!
  const brief: WritingBrief = { phase: 'writing', ...askedOf(request), answer, reasons: [reasons] }
  const { reply } = await hearWriter(run, writer, brief)
  // The text must still state the answer.
  return reply !== null && standsIn(answer, reply.text) ? reply.text : answer
}

/**
 * Lets a seat write the final text; returns the marker of its prompt, too. The reply is null for one that failed, refused
 * or was cut off, which loses nothing: what it was to write from is there.
 */
export async function hearWriter(
  run: Run,
  seat: Seat,
  brief: Brief,
  phase: 'writing' | 'repair' = 'writing',
): Promise<{ reply: ParsedReply | null; marker: string }> {
  const asked = { seat, iteration: run.spiral.entries.length, brief, phase }
  const { reading, prompt } = await askAside(run, asked, (text, { isCut, prompt }) =>
    isCut ? null : readReply(text, { prompt, isJson: phase === 'repair' }),
  )
  return { reply: reading !== null && 'reply' in reading ? reading.reply : null, marker: prompt.marker }
}
