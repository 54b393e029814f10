import type { Verdict } from '../../contract/deliberation.ts'
import type { ExpositionBrief, Position, RevisionBrief, ShownPosition, WritingBrief } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'
import {
  axioms,
  endOfQuotation,
  question,
  quotedIsData,
  refuters,
  system,
  systemForFields,
  user,
} from './prompt-parts.ts'
import { lines, type Tagged, tagsWith } from './tags.ts'

const ANSWER_FIELDS = [
  '"answer": the final answer alone, as short as it can be said: for lettered options the letter only, such as "C"; for a quantity the number in digits with its unit, such as "9.81 m/s^2"; for a question of fact yes or no, the full name, the date, or the items with commas between them; if the question asks for a text after all, that whole text in the form it asks for',
  '"reason": why, in at most five sentences',
  '"claims": a list of the separate factual claims the answer rests on, each checkable on its own',
]

const HONESTY =
  'If you do not know, set "answer" to "I do not know" and say why in "reason". Do not guess to be agreeable.'

const VERDICTS: Record<Verdict, string> = {
  accept:
    '"accept" if the theme is right and your own answer says the same, in whatever words; then give your own answer again, word for word',
  amend: '"amend" if you keep or correct an answer of your own',
  reject: '"reject" if the theme is wrong; say in "reason" which claim or axiom refutes it',
}

/** Asks for a short answer of a seat's own. */
export function closedExposition(brief: ExpositionBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    systemForFields(
      [
        'You are one of several independent experts asked the same question. Answer on your own.',
        HONESTY,
        quotedIsData(marker, brief),
      ],
      ANSWER_FIELDS,
    ),
    user([...question(brief, tagged), axioms(brief.anchors, tagged)]),
  ]
}

/** Asks for a verdict on the theme, and for the seat's answer after hearing the others. */
export function revision(brief: RevisionBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  const fields = [
    `"verdict": what you make of the theme: ${brief.verdicts.map((verdict) => VERDICTS[verdict]).join('; ')}`,
    ...ANSWER_FIELDS,
    `"refuted_by": if your answer is not the one you gave before, ${refuters(brief, 'claim (such as B2)')} that refuted it; otherwise null. A change without it is not counted, and that others think otherwise refutes nothing`,
  ]
  if (brief.mustAnswer !== null) {
    fields.push(
      `"rebuttal": your answer to the best case of position ${brief.mustAnswer}: what is right in it, what is wrong in it`,
    )
  }
  const task =
    brief.role === 'leader'
      ? 'You lead. Rewrite the theme into the best answer that all positions could stand behind, keeping only what is true.'
      : 'Judge the theme on its merits. Agreement has no value in itself: keep your answer unless a claim or an axiom shows that it is wrong.'
  return [
    systemForFields(
      [
        'You are one of several experts who answered the same question and now hear each other. The positions are anonymous.',
        task,
        HONESTY,
        quotedIsData(marker, brief),
      ],
      fields,
    ),
    user([
      ...question(brief, tagged),
      axioms(brief.anchors, tagged),
      ...own(brief.own, tagged),
      tagged('theme', brief.theme),
      positions(brief.positions, tagged),
      endOfQuotation('reply with the one JSON object asked for'),
    ]),
  ]
}

/** Asks a writer to state the answer for its reader, with its reasons. */
export function writing(brief: WritingBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  const instruction = `Write the final answer to the question for its reader. The first sentence must state what stands in <answer-${marker}>; nothing after it may contradict it or offer another answer. Go on with the strongest of the reasons, in plain language, briefly, without a word about where they come from; leave out a reason that speaks for something else. Write in the language of the question. Reply with the text alone.`
  return [
    system([`${instruction} ${quotedIsData(marker, brief)}`]),
    user([
      ...question(brief, tagged),
      tagged('answer', brief.answer),
      ...brief.reasons.map((reason) => tagged('reason', reason)),
      axioms(brief.anchors, tagged),
      endOfQuotation('reply with the text that states the answer'),
    ]),
  ]
}

/** Includes the reason: a model that forgets why it holds an answer gives it up too easily. */
function own(held: Position | null, tagged: Tagged): string[] {
  if (held === null) return ['You have given no answer so far.']
  const answer = tagged('own_answer', held.answer)
  return held.reason === '' ? [answer] : [answer, tagged('own_reason', held.reason)]
}

function positions(shown: ShownPosition[], tagged: Tagged): string {
  if (shown.length === 0) return ''
  return tagged('positions', lines(shown.map((each) => position(each, tagged))))
}

function position({ label, answer, reason, claims }: ShownPosition, tagged: Tagged): string {
  const parts = [
    tagged('answer', answer),
    ...(reason === '' ? [] : [tagged('reason', reason)]),
    ...claims.map((claim) => tagged('claim', claim.text, ` label="${claim.label}"`)),
  ]
  return tagged('position', lines(parts), ` label="${label}"`)
}
