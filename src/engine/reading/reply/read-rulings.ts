import { AnswerVerdict } from '../../../contract/deliberation.ts'
import { cutText } from '../text/cut-text.ts'
import { keepText } from '../text/kept-text.ts'
import { type Fields, objectsIn } from './json-in-reply.ts'
import { isNothing, labelIn, property, type Reading, unreadable } from './judged-labels.ts'
import { textOf } from './reply-fields.ts'
import { afterThinking } from './thinking.ts'

/** What a seat says of one answer on the table. */
export interface AnswerRuling {
  label: string
  verdict: AnswerVerdict
  why: string
}

/** What a seat says of the answers on the table. */
export interface RulingsReply {
  reasoning: string
  rulings: AnswerRuling[]
  /** The label of the answer that it stands by; null where it names none. */
  answer: string | null
  /** An answer that is not on the table; null for none. */
  newAnswer: string | null
  /** What refuted its previous answer; null where it names nothing. */
  changedBecause: string | null
}

const LONGEST_WHY = 1_000

/** Reads rulings on the answers with these labels; what is said of other labels is left out. */
export function readRulings(text: string, labels: string[]): Reading<RulingsReply> {
  const spoken = (afterThinking(text) ?? '').trim()
  for (const fields of objectsIn(spoken)) {
    const rulings = rulingsIn(fields, labels, AnswerVerdict.options)
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
        changedBecause: saidIn(fields, 'changed_because'),
      },
    }
  }
  return unreadable('The reply contains no ruling on any answer.', text)
}

/** What is said of each of these labels in one of these verdicts; of several rulings on one label the first. */
export function rulingsIn<Verdict extends string>(
  fields: Fields,
  labels: string[],
  verdicts: readonly Verdict[],
): Array<{ label: string; verdict: Verdict; why: string }> {
  const listed = fields.get('rulings')
  const items = Array.isArray(listed) ? listed : []
  const rulings = items.flatMap((item) => {
    const label = labelIn(textOf(property(item, 'label')), labels)
    const said = textOf(property(item, 'verdict')).toLowerCase()
    const verdict = verdicts.find((one) => one === said)
    const why = cutText(textOf(property(item, 'why')), LONGEST_WHY)
    return label === null || verdict === undefined ? [] : [{ label, verdict, why: isNothing(why) ? '' : why }]
  })
  const seen = new Set<string>()
  return rulings.filter(({ label }) => !seen.has(label) && seen.add(label))
}

function saidIn(fields: Fields, name: string): string | null {
  const said = cutText(textOf(fields.get(name)), LONGEST_WHY)
  return isNothing(said) ? null : said
}
