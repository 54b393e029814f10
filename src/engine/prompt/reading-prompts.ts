import type { AxiomReadingBrief, GroupingBrief, ShownReply } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'
import { axioms, endOfReading, question, systemForFields, user } from './prompt-parts.ts'
import { lines, type Tagged, tagsWith } from './tags.ts'

const READ =
  'Several assistants replied independently to the same question. You read what they say; you neither answer the question nor judge who is right.'

const SAME =
  'Two replies give the same answer if they name the same thing, or say the same of it, as far as the question asks for it. Other words, another language or unit, more detail or more precision do not make another answer (“404” and “404 Not Found”; “1936” and “4 September 1936”), nor do approximate figures within about five percent of each other (“about 460,000” and “about 470,000”). Exact figures that differ, two different examples, and whatever else would lead the reader to another conclusion, do.'

/** Asks which replies give the same answer. */
export function groupAnswers(brief: GroupingBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    systemForFields(
      [READ, SAME],
      [
        '"answers": one object for each reply, with "label" and "answer": its short answer where it has one, otherwise the answer that its text arrives at, copied word for word and as short as possible; that it cannot be known or is not stated is an answer too. Empty if it gives none',
        '"groups": lists of labels; every reply that gives an answer stands in exactly one list, and replies stand in the same list if and only if they give the same answer',
        '"compatible": every pair of groups, such as [1, 2], by their numbers counted from 1, whose answers differ and can both be right, because the question asks for one of several things that would do. Answers between which the question asks to choose, or of which one must be wrong, are not compatible. An empty list for none',
      ],
    ),
    user([
      ...question(brief, marker),
      ...brief.replies.map((reply) => shownReply(reply, tagged)),
      endOfReading(),
    ]),
  ]
}

function shownReply({ label, answer, text }: ShownReply, tagged: Tagged): string {
  const attribute = ` label="${label}"`
  if (answer === null) return tagged('reply', text, attribute)
  const parts = [tagged('short', answer), ...(text === '' || text === answer ? [] : [tagged('text', text)])]
  return tagged('reply', lines(parts), attribute)
}

/** Asks which axioms contradict the answer that a panel agreed on. */
export function compareAxioms(brief: AxiomReadingBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    systemForFields(
      [
        'Several assistants agreed on an answer to a question. You compare it with checked statements; whether the answer is right otherwise is not your concern.',
        'A statement contradicts the answer only if both cannot be true: it is about the very thing the question asks for, and says something else of it. Convert units and other words before you compare; a rounded value is no contradiction. It supports the answer if it says the same of that thing. Everything else is unrelated, even if it shares most of its words: a statement about another thing, a special case, another time or condition, one that is only background, and one that leaves the matter open.',
      ],
      [
        '"reasoning": for each statement, what it says of what the question asks for, in a few words',
        '"relations": one object for each statement, with "id" and "relation": "contradicts", "supports" or "unrelated"',
      ],
    ),
    user([
      ...question(brief, marker),
      tagged('answer', lines([tagged('short', brief.answer), tagged('text', brief.text)])),
      axioms(brief.anchors, tagged),
      endOfReading(),
    ]),
  ]
}
