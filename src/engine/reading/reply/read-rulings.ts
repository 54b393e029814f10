import { ClaimOpinion } from '../../../contract/claims.ts'
import { AnswerVerdict } from '../../../contract/deliberation.ts'
import { cutText } from '../text/cut-text.ts'
import { keepText } from '../text/kept-text.ts'
import { type Ballot, ballotsIn, LONGEST_WHY, labelIn, type Reading, reasonIn, unreadable } from './ballot.ts'
import { objectsIn } from './json-in-reply.ts'
import { textOf } from './reply-fields.ts'

/** What a seat says of the answers on the table. */
export interface RulingsReply {
  reasoning: string
  rulings: Array<Ballot<AnswerVerdict>>
  /** The label of the answer that it stands by; null where it names none. */
  answer: string | null
  /** An answer that is not on the table; null for none. */
  newAnswer: string | null
  /** What refuted its previous answer; null where it names nothing. */
  changedBecause: string | null
}

/** Reads rulings on the answers with these labels; what is said of other labels is left out. */
export function readRulings(text: string, labels: string[]): Reading<RulingsReply> {
  for (const fields of objectsIn(text)) {
    const rulings = ballotsIn(fields.get('rulings'), labels, oneOf(AnswerVerdict.options))
    const answer = labelIn(textOf(fields.get('answer')), labels)
    // “No” and “none” may be the answer.
    const newAnswer = cutText(textOf(fields.get('new_answer')), LONGEST_WHY) || null
    if (rulings.length === 0 && answer === null && newAnswer === null) continue
    return {
      reply: {
        reasoning: keepText(textOf(fields.get('reasoning')), 'reason').text,
        rulings,
        answer,
        newAnswer: answer === null ? newAnswer : null,
        changedBecause: reasonIn(fields.get('changed_because')) || null,
      },
    }
  }
  return unreadable('The reply contains no ruling on any answer.', text)
}

/** Reads rulings on the points with these labels; what is said of other labels is left out. */
export function readPointRulings(text: string, labels: string[]): Reading<Array<Ballot<ClaimOpinion>>> {
  for (const fields of objectsIn(text)) {
    const rulings = ballotsIn(fields.get('rulings'), labels, oneOf(ClaimOpinion.options))
    if (rulings.length > 0) return { reply: rulings }
  }
  return unreadable('The reply contains no ruling on any point.', text)
}

/** Reads one of these verdicts, and nothing that only begins with one. */
function oneOf<Verdict extends string>(verdicts: readonly Verdict[]): (said: string) => Verdict | undefined {
  return (said) => verdicts.find((one) => one === said.toLowerCase())
}
