import type { RevisionBrief, ShownAnswer, WritingBrief } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'
import { axioms, endOfQuotation, question, system, systemForFields, user } from './prompt-parts.ts'
import { lines, type Tagged, tagsWith } from './tags.ts'

const EXAMINE =
  'You and other assistants answered the same question independently, and the answers differ. Look at every answer on the table again, on its merits: recompute, recall, look for a case in which it fails. Neither how many hold an answer nor how sure it sounds is evidence.'

const FIELDS = [
  '"reasoning": think it through first, in a few sentences, in the language of the question',
  '"rulings": one object for each answer on the table, with "label", "verdict" and "why". Verdicts: "right", also of several answers, where the question admits them or the difference does not matter for what was asked; "partly", if one part is right and another wrong; "wrong"; "unsure". In "why", quote the words that are wrong and say what refutes them, or say what you cannot tell; empty for "right"',
  '"answer": the label of the answer that you stand by now; empty only if you give a new one',
  '"new_answer": only if no answer on the table is right, the right one, as short as it can be said; otherwise empty',
  '"changed_because": if you gave another answer before, what refuted that one; otherwise empty. A change without it is not counted, and that others think otherwise refutes nothing',
]

/** Asks a seat to rule on the answers on the table. */
export function revision(brief: RevisionBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    systemForFields([EXAMINE], FIELDS),
    user([
      ...question(brief, marker),
      axioms(brief.anchors, tagged),
      ...brief.answers.map((answer) => onTable(answer, tagged)),
      ...own(brief, tagged),
      ...(brief.mustAnswer === null
        ? []
        : [`In your reasoning, reply to the case for answer ${brief.mustAnswer}: what is right in it, and what is wrong.`]),
      endOfQuotation('reply with the one JSON object asked for'),
    ]),
  ]
}

function onTable({ label, answer, text, objections }: ShownAnswer, tagged: Tagged): string {
  const parts = [
    tagged('short', answer),
    ...(text === '' || text === answer ? [] : [tagged('reply', text)]),
    ...objections.map((objection) => tagged('objection', objection)),
  ]
  return tagged('answer', lines(parts), ` label="${label}"`)
}

function own({ own: label, ownReply }: RevisionBrief, tagged: Tagged): string[] {
  if (label === null) return ['You have given no answer so far.']
  const stands = `You stand by answer ${label}.`
  return ownReply === null ? [stands] : [`${stands} Your own first reply was:`, tagged('own', ownReply)]
}

/** Asks a writer to word an answer that no reply gives. */
export function writing(brief: WritingBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  const instruction = `Write the final reply to the question for its reader. It must state what stands in <answer-${marker}>, word for word, in its first sentence; nothing after it may contradict it or offer another answer. Go on with the strongest of the reasons, in plain language and briefly, without a word about where they come from. Write in the language of the question. Reply with the text alone.`
  return [
    system([instruction]),
    user([
      ...question(brief, marker),
      tagged('answer', brief.answer),
      ...brief.reasons.map((reason) => tagged('reason', reason)),
      endOfQuotation('reply with the text that states the answer'),
    ]),
  ]
}
