import type { RevisionBrief, ShownAnswer, WritingBrief } from '../panel/brief.ts'
import { askForFields, axioms, lines, type Tagged, type Tell } from './prompt-parts.ts'

const DIFFER =
  'You and other assistants answered the same question independently. These are the answers, which differ at least in their words.'
const CONTRADICTED =
  'You and other assistants answered the same question independently and agree; an axiom below may speak against the answer.'
const EXAMINE =
  'Look at every answer on the table again, on its merits: recompute, recall, look for a case in which it fails. Neither how many hold an answer nor how sure it sounds is evidence. An objection is what somebody said against an answer; axioms are checked statements, some of which may not be about the question.'

const FIELDS = [
  '"reasoning": think it through first, in a few sentences; write this and all reasons in the language of the question',
  '"rulings": one object for each answer on the table, with "label", "verdict" and "why". Verdicts: "right", also of several answers, where the question admits them or the difference does not matter for what was asked, but not of two between which it asks to choose; "partly", if one part of an answer in several parts, or some items of a list, are right and others wrong; "wrong"; "unsure", if you cannot tell or the matter cannot be settled. In "why", quote the words that are wrong and say what refutes them, or say what cannot be told; empty for "right"',
  '"answer": the label of the answer that you stand by now; empty only if you give a new one',
  '"new_answer": only if no answer on the table is right, the right one, as short as it can be said; otherwise empty',
  '"changed_because": if this is not the answer that you stand by so far, what refuted that one; otherwise empty. A change without it is not counted, and that others think otherwise refutes nothing',
]

/** Asks a seat to rule on the answers on the table. */
export const revision: Tell<RevisionBrief> = (brief, tagged) => ({
  system: askForFields([brief.answers.length > 1 ? DIFFER : CONTRADICTED, EXAMINE], FIELDS),
  shown: [
    axioms(brief.anchors, tagged),
    ...brief.answers.map((answer) => onTable(answer, tagged)),
    ...(brief.ownReply === null ? [] : [tagged('own_reply', brief.ownReply)]),
  ],
  after: stand(brief),
})

/** An answer on the table, with what was said against it. */
export function onTable({ label, answer, text, objections }: ShownAnswer, tagged: Tagged): string {
  const parts = [
    tagged('short', answer),
    ...(text === '' || text === answer ? [] : [tagged('reply', text)]),
    ...objections.map((objection) => tagged('objection', objection)),
  ]
  return tagged('answer', lines(parts), ` label="${label}"`)
}

/** What the seat itself stands by, and whose case it is asked to take up; after the quotations, because it is addressed to it. */
export function stand({ own, ownReply, mustAnswer }: RevisionBrief): string {
  const held =
    own === null
      ? 'You have given no answer so far.'
      : `So far you stand by answer ${own}${ownReply === null ? '' : '; what you replied at first stands last above'}.`
  if (mustAnswer === null) return held
  return `${held} In your reasoning, take up the case for answer ${mustAnswer} in particular: what holds in it, and what, if anything, does not.`
}

/** Asks a writer to word an answer that no reply gives. */
export const writing: Tell<WritingBrief> = (brief, tagged) => {
  const instruction =
    'Write the final reply to the question for its reader. It must state the answer that stands below, word for word, in its first sentence; nothing after it may contradict it or offer another answer. Go on with the strongest of the reasons, in plain language and briefly, without a word about where they come from. Write in the language of the question. Reply with the text alone.'
  return {
    system: [instruction],
    shown: [tagged('answer', brief.answer), ...brief.reasons.map((reason) => tagged('reason', reason))],
    reply: 'reply with the text that states the answer',
  }
}
