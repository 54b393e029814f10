import type { Run } from '../deliberation.ts'
import type { Spiral } from '../measure/spiral.ts'
import { bestReply } from '../measure/table/best-reply.ts'
import { rankedLabels, weightsOf } from '../measure/table/measure-table.ts'
import { answerOf, holdersOf, type TableAnswer } from '../measure/table/table.ts'
import { askedOf } from '../panel/asked.ts'
import type { WritingBrief } from '../panel/brief.ts'
import { ONE_CALL } from '../panel/budget.ts'
import { ModelFailure } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { voteIn } from '../panel/votes.ts'
import { promptFor } from '../prompt/prompts.ts'
import { standsIn } from '../reader/quotation.ts'
import { readReply } from '../reading/reply/read-reply.ts'

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
  const seats = spiral.standings.map(({ seat }) => seat)
  const [label] = rankedLabels(table, seats, weightsOf(table, seats, voteOf))
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
  spiral: Spiral,
  { answer, text: reasons }: TableAnswer,
  holders: ReadonlySet<string>,
): Promise<Pick<WordedAnswer, 'spiral' | 'text'>> {
  const iteration = spiral.entries.length
  const isShort = run.request.maxIterations === 1
  if (isShort || run.signal.aborted || !run.affords(spiral, ONE_CALL)) return { spiral, text: answer }
  const seat = writerAmong(run, holders)
  const brief: WritingBrief = { phase: 'writing', ...askedOf(run.request), answer, reasons: [reasons] }
  try {
    const prompt = promptFor(brief)
    const { messages } = prompt
    const {
      text,
      isCut,
      servedModel: _,
      ...call
    } = await run.ports.askModel({
      seat,
      iteration,
      brief,
      messages,
      signal: run.signal,
    })
    const reading = readReply(text, { prompt, isCut })
    const said = 'reply' in reading && !isCut ? reading.reply.text : ''
    // The text must still state the answer.
    return {
      spiral: run.spent(spiral, { phase: 'writing', iteration }, [{ call }]),
      text: standsIn(answer, said) ? said : answer,
    }
  } catch (error) {
    const call = error instanceof ModelFailure ? error.spent : null
    return { spiral: run.spent(spiral, { phase: 'writing', iteration }, [{ call }]), text: answer }
  }
}

/** The seat that the caller chose to write, else the first that holds the answer. */
function writerAmong({ writer, seats }: Run, holders: ReadonlySet<string>): Seat {
  return writer ?? seats.find(({ key }) => holders.has(key))!
}
