import type { GroupingBrief, RevisionBrief, ShownStep } from '../panel/brief.ts'
import { onTable, stand } from './closed-prompts.ts'
import { askForFields, type Tagged, type Tell } from './prompt-parts.ts'
import { shownReply } from './reading-prompts.ts'

/** A brief about steps of a conversation with tools. */
type OfSteps<Brief> = Brief & { step: ShownStep }

const READ =
  'A program asked several assistants independently for the next step of a conversation in which tools can be called. Each called tools or answered in words. You read what they do; you neither take the step yourself nor judge who is right. Of the tools only those are shown that are called.'

const SAME =
  'Two replies take the same step if carrying them out does the same and brings back the same, as far as the conversation needs it: another spelling, order or format of an argument that the tool takes for the same thing (“NYC” and “New York City”), or an optional argument that changes nothing here, does not make another step. Another object, place, time, amount, recipient or text that somebody will read, and one call more or less, do. Two answers in words are the same step if they tell the user the same, ask for the same or decline the same, whatever their layout and detail, and whether or not they offer something at the end. A call and an answer in words never are.'

/** Asks which replies take the same step. */
export const groupSteps: Tell<OfSteps<GroupingBrief>> = (brief, tagged) => ({
  system: askForFields(
    [READ, SAME],
    [
      '"groups": lists of labels; every reply stands in exactly one list, and replies stand in the same list if and only if they take the same step',
    ],
  ),
  shown: [...shownConversation(brief, tagged), ...brief.replies.map((reply) => shownReply(reply, tagged))],
})

const DIFFER =
  'You and other assistants were asked independently for the next step of a conversation in which tools can be called. The answers on the table are these steps, which differ at least in their words: calls of tools, or what the user would be told. Of the tools only those are shown that are called.'
const EXAMINE =
  'Look at every step again, on its merits: does the conversation call for it now, is everything known that it needs, is each argument what the user said or what the tools have returned, in the form that the tool asks for. Neither how many propose a step nor how sure it sounds is evidence. An objection is what somebody said against a step.'

const FIELDS = [
  '"reasoning": think it through first, in a few sentences',
  '"rulings": one object for each step on the table, with "label", "verdict" and "why". Verdicts: "right", also of several steps, where the difference between them does not matter; "partly", if it does a part of what is needed now and nothing else; "wrong", if it makes a call that should not be made like this, or tells the user something that is not so; "unsure", if you cannot tell. In "why", quote what is wrong and say what refutes it, or say what is missing or cannot be told; empty for "right"',
  '"answer": the label of the step that you stand by now',
  '"new_answer": empty; only steps on the table can be taken',
  '"changed_because": if this is not the step that you stand by so far, what refuted that one; otherwise empty. A change without it is not counted, and that others think otherwise refutes nothing',
]

/** Asks a seat to rule on the steps on the table. */
export const reviseSteps: Tell<OfSteps<RevisionBrief>> = (brief, tagged) => ({
  system: askForFields([DIFFER, EXAMINE], FIELDS),
  shown: [...shownConversation(brief, tagged), ...brief.answers.map((answer) => onTable(answer, tagged))],
  after: stand(brief),
})

/** What was said and done since the question, and the tools that are called. */
function shownConversation({ step }: { step: ShownStep }, tagged: Tagged): string[] {
  return [
    ...step.turns.map(({ role, text }) => tagged('turn', text, ` role="${role}"`)),
    ...step.tools.map((tool) => tagged('tool', JSON.stringify(tool))),
  ]
}
