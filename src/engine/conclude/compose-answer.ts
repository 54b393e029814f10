import type { Anchor } from '../../contract/axiom.ts'
import { isNegated } from '../../language/words.ts'
import type { Comparison } from '../measure/agreement/compare-answers.ts'
import type { Camp } from '../measure/landscape.ts'
import type { Asked } from '../panel/asked.ts'
import type { Position, WritingBrief } from '../panel/brief.ts'
import type { CallCost } from '../panel/call-cost.ts'
import { type AskModel, ModelFailure } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { isSameModel } from '../panel/votes.ts'
import { renderPrompt } from '../prompt/prompts.ts'
import { canonicalAnswer, isClosed } from '../reading/answer/canonical-answer.ts'
import { saysAnswer } from './says-answer.ts'

interface Composition {
  asked: Asked
  iteration: number
  camps: Camp[]
  /** The seat that the caller chose to write; null for one of the winning camp. */
  writer: Seat | null
  anchors: Anchor[]
  comparison: Comparison
  ask: AskModel
  /** Whether the budget allows another writer after these calls. */
  affords: (calls: ComposedAnswer['calls']) => boolean
  signal: AbortSignal
}

/** The final text, and the calls that were made for it. */
export interface ComposedAnswer {
  /** Null when no seat holds a position. */
  text: string | null
  calls: Array<{ call: CallCost | null }>
  /** The budget did not allow a writer. */
  isUnwritten?: true
  /** The time ended before a writer had succeeded. */
  isLate?: true
}

/**
 * Lets a seat of the winning camp write the answer, and the next one if it fails. The text must still state the winning
 * answer; otherwise the camp's own best text is used. If all seats gave the same closed answer there is nothing to
 * write, and if nobody could check that another text says the same, the answer is used verbatim.
 */
export async function composeAnswer(composition: Composition): Promise<ComposedAnswer> {
  const { asked, camps, writer, anchors, comparison, ask, iteration, signal } = composition
  const { query } = asked
  const [winner] = camps
  if (winner === undefined) return { text: null, calls: [] }
  const { answer } = winner.central.position
  const best = bestText(winner.central.position, query)
  // Instructions on how answers must be, such as their tone or language, are kept to by whoever writes.
  const isTold = (asked.background?.instructions ?? null) !== null
  const needsNoWriter = camps.length === 1 && !isTold && isClosed(canonicalAnswer(answer, query))
  if (needsNoWriter || winner.members.length === 1 || !comparison.canRead(answer))
    return { text: best, calls: [] }

  const brief: WritingBrief = {
    phase: 'writing',
    ...asked,
    answer,
    reasons: [...new Set(winner.members.map(({ position }) => position.reason))].filter(
      (reason) => reason !== '',
    ),
    anchors,
  }
  const winning = {
    query,
    answer: brief.answer,
    rivals: camps.slice(1).map(({ central }) => central.position.answer),
    comparison,
  }
  const members = [winner.central, ...winner.members.filter((member) => member !== winner.central)]
  const writers = withChosen(
    members.map(({ seat }) => seat),
    writer,
  )
  const calls: ComposedAnswer['calls'] = []
  for (const seat of writers) {
    if (signal.aborted) break
    if (!composition.affords(calls)) return { text: best, calls, isUnwritten: true }
    try {
      const messages = renderPrompt(brief)
      const { text, isCut, ...call } = await ask({ seat, iteration, brief, messages, signal })
      calls.push({ call })
      if (isCut) continue
      const written = /^\s*[{[]/.test(text) ? '' : text.trim()
      const faithful = written !== '' && (await saysAnswer(written, winning))
      return { text: faithful ? written : best, calls }
    } catch (error) {
      // A failing writer loses nothing: its answer is already counted, and the next seat of the camp writes.
      calls.push({ call: error instanceof ModelFailure ? error.spent : null })
    }
  }
  return { text: best, calls, ...(signal.aborted && { isLate: true as const }) }
}

/** The seats that may write, the one the caller chose first; no model is asked twice. */
export function withChosen(seats: Seat[], chosen: Seat | null): Seat[] {
  if (chosen === null) return seats
  return [chosen, ...seats.filter((seat) => !isSameModel(seat, chosen))]
}

/**
 * The text of a position by itself: its answer, verbatim and without additions. A short answer is replaced by its
 * reason if that is one sentence that contains it word for word.
 */
export function bestText({ answer, reason }: Position, query: string): string {
  const isShort = isClosed(canonicalAnswer(answer, query))
  const said = isShort && SENTENCE.test(reason) && !isNegated(reason) && standsIn(reason, answer)
  return said ? reason : answer
}

const SENTENCE = /^\p{Lu}(?:[^.!?\n]|[.!?](?=\S))*[.!?]$/u
const SHORTEST_TELLING = 4

/** Whether a text contains an answer as a phrase of its own; a letter or short word may occur by chance. */
function standsIn(text: string, answer: string): boolean {
  const place = text.indexOf(answer)
  if (place === -1 || (answer.length < SHORTEST_TELLING && !/\d/.test(answer))) return false
  return ![text[place - 1], text[place + answer.length]].some((sign) => /[\p{L}\p{N}]/u.test(sign ?? ''))
}
