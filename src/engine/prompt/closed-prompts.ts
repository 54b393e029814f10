import type { BriefName, BriefNamed, ShownAnswer, ShownReply, ShownStep } from '../panel/brief.ts'
import {
  askForFields,
  axioms,
  lines,
  type PromptParts,
  READ,
  type Tagged,
  type Wording,
} from './prompt-parts.ts'

const SAME =
  'Two replies give the same answer if they name the same thing, or say the same of it, as far as the question asks for it. Other words, another language or unit, more detail or more precision do not make another answer (“404” and “404 Not Found”; “1936” and “4 September 1936”), nor do approximate figures within about five percent of each other (“about 460,000” and “about 470,000”). Exact figures that differ, two different examples, and whatever else would lead the reader to another conclusion, do.'

/** When a checked statement speaks against an answer. */
const CONTRADICTS =
  'A statement contradicts an answer only if both cannot be true: it is about the very thing the question asks for, and says something else of it. Convert units and other words before you compare; a rounded value is no contradiction. A statement about another thing or a part of it, a special case, another time or condition even with the same figure, and one that leaves the matter open do not contradict it, even if they share most of its words.'

/** Asks which replies give the same answer. */
export const groupAnswers: Wording<'group-answers'> = (brief, tagged) => ({
  system: askForFields(
    [
      READ,
      SAME,
      ...(brief.anchors.length === 0
        ? []
        : [`You also compare their answers with checked statements. ${CONTRADICTS}`]),
    ],
    [
      '"answers": one object for each reply, with "label" and "answer": its short answer where it has one, otherwise the answer that its text arrives at, copied word for word and as short as possible; that it cannot be known or is not stated is an answer too. Empty if it gives none',
      '"groups": lists of labels; every reply that gives an answer stands in exactly one list, and replies stand in the same list if and only if they give the same answer',
      '"compatible": every pair of groups, such as [1, 2], by their numbers counted from 1, whose answers differ and can both be right, because the question asks for one of several things that would do. Answers between which the question asks to choose, or of which one must be wrong, are not compatible. An empty list for none',
      ...(brief.anchors.length === 0
        ? []
        : [
            '"contradicted": one object for each statement that contradicts the answer of a reply, with "id" and "replies": the labels of those replies. An empty list for none',
          ]),
    ],
  ),
  shown: [axioms(brief.anchors, tagged), ...brief.replies.map((reply) => shownReply(reply, tagged))],
})

function shownReply({ label, answer, text }: ShownReply, tagged: Tagged): string {
  const attribute = ` label="${label}"`
  if (answer === null) return tagged('reply', text, attribute)
  const parts = [tagged('short', answer), ...(text === '' || text === answer ? [] : [tagged('text', text)])]
  return tagged('reply', lines(parts), attribute)
}

/** Asks which axioms contradict the answer that a panel agreed on. */
export const compareAxioms: Wording<'compare-axioms'> = (brief, tagged) => ({
  system: askForFields(
    [
      'Several assistants agreed on an answer to a question. You compare it with checked statements; whether the answer is right otherwise is not your concern.',
      `${CONTRADICTS} It supports the answer if it says the same of that thing. Everything else is unrelated: also one that is only background. If the answer is that it cannot be known, a statement that leaves the matter open supports it.`,
    ],
    [
      '"reasoning": for each statement, what it says of what the question asks for, in a few words',
      '"relations": one object for each statement, with "id" and "relation": "contradicts", "supports" or "unrelated"',
    ],
  ),
  shown: [
    tagged('answer', lines([tagged('short', brief.answer), tagged('text', brief.text)])),
    axioms(brief.anchors, tagged),
  ],
})

const DIFFER =
  'You and other assistants answered the same question independently. These are the answers, which differ at least in their words.'
const CONTRADICTED =
  'You and other assistants answered the same question independently and agree; an axiom below may speak against the answer.'
const EXAMINE =
  'Look at every answer on the table again, on its merits: recompute, recall, look for a case in which it fails. Neither how many hold an answer nor how sure it sounds is evidence. An objection is what somebody said against an answer; axioms are checked statements, some of which may not be about the question.'

const FIELDS = [
  '"reasoning": think it through first, in a few sentences; write this and all reasons in the language of the question',
  '"rulings": one object for each answer on the table, with "label", "verdict" and "why". Verdicts: "right", also of several answers, where the question admits them or the difference does not matter for what was asked, but not of two between which it asks to choose; "partly", if one part of an answer in several parts, or some items of a list, are right and others wrong, or if it is true but leaves out something that was asked for; "wrong"; "unsure", if you cannot tell or the matter cannot be settled. In "why", quote the words that are wrong and say what refutes them, or say what is missing or cannot be told: that it is wrong is no reason. Empty for "right"',
  '"answer": the label of the answer that you stand by now; empty only if you give a new one',
  '"new_answer": only if no answer on the table is right, the right one, as short as it can be said; otherwise empty',
  '"changed_because": if this is not the answer that you stand by so far, what is wrong with that one or missing in it; otherwise empty. A change without it is not counted, and that others think otherwise refutes nothing',
]

/** Asks a seat to rule on the answers on the table. */
export const revision: Wording<'revision'> = (brief, tagged) => ({
  system: askForFields([brief.answers.length > 1 ? DIFFER : CONTRADICTED, EXAMINE], FIELDS),
  shown: [
    axioms(brief.anchors, tagged),
    ...brief.answers.map((answer) => onTable(answer, tagged)),
    ...(brief.ownReply === null ? [] : [tagged('own_reply', brief.ownReply)]),
  ],
  after: stand(brief),
})

/** An answer on the table, with what was said against it. */
function onTable({ label, answer, text, objections }: ShownAnswer, tagged: Tagged): string {
  const parts = [
    tagged('short', answer),
    ...(text === '' || text === answer ? [] : [tagged('reply', text)]),
    ...objections.map((objection) => tagged('objection', objection)),
  ]
  return tagged('answer', lines(parts), ` label="${label}"`)
}

/** What the seat itself stands by, and whose case it is asked to take up; after the quotations, because it is addressed to it. */
function stand({ own, ownReply, mustAnswer }: BriefNamed<'revision'>): string {
  const held =
    own === null
      ? 'You have given no answer so far.'
      : `So far you stand by answer ${own}${ownReply === null ? '' : '; what you replied at first stands last above'}.`
  if (mustAnswer === null) return held
  return `${held} In your reasoning, say in particular what speaks for answer ${mustAnswer}, and what against it.`
}

/** Asks a writer to word an answer that no reply gives. */
export const writing: Wording<'writing'> = (brief, tagged) => {
  const instruction =
    'Write the final reply to the question for its reader. It must state the answer that stands below, word for word, in its first sentence; nothing after it may contradict it or offer another answer. Go on with the strongest of the reasons, in plain language and briefly, without a word about where they come from, or about answers, labels or anybody who gave them. Write in the language of the question. Reply with the text alone.'
  return {
    system: [instruction],
    shown: [tagged('answer', brief.answer), ...brief.reasons.map((reason) => tagged('reason', reason))],
    reply: 'reply with the text that states the answer',
  }
}

/** Puts a brief into words that is about steps of a conversation with tools. */
type StepWording<Name extends BriefName> = (
  brief: BriefNamed<Name> & { step: ShownStep },
  ...told: [tagged: Tagged, marker: string]
) => PromptParts

const READ_STEPS =
  'A program asked several assistants independently for the next step of a conversation in which tools can be called. Each called tools or answered in words. You read what they do; you neither take the step yourself nor judge who is right. Of the tools only those are shown that are called.'

const SAME_STEP =
  'Two replies take the same step if carrying them out does the same and brings back the same, as far as the conversation needs it: another spelling, order or format of an argument that the tool takes for the same thing (“NYC” and “New York City”), or an optional argument that changes nothing here, does not make another step. Another object, place, time, amount, recipient or text that somebody will read, and one call more or less, do. Two answers in words are the same step if they tell the user the same, ask for the same or decline the same, whatever their layout and detail, and whether or not they offer something at the end. A call and an answer in words never are.'

/** Asks which replies take the same step. */
export const groupSteps: StepWording<'group-answers'> = (brief, tagged) => ({
  system: askForFields(
    [READ_STEPS, SAME_STEP],
    [
      '"groups": lists of labels; every reply stands in exactly one list, and replies stand in the same list if and only if they take the same step',
    ],
  ),
  shown: [...shownConversation(brief, tagged), ...brief.replies.map((reply) => shownReply(reply, tagged))],
})

const STEPS_DIFFER =
  'You and other assistants were asked independently for the next step of a conversation in which tools can be called. The answers on the table are these steps, which differ at least in their words: calls of tools, or what the user would be told. Of the tools only those are shown that are called.'
const EXAMINE_STEPS =
  'Look at every step again, on its merits: does the conversation call for it now, is everything known that it needs, is each argument what the user said or what the tools have returned, in the form that the tool asks for. Neither how many propose a step nor how sure it sounds is evidence. An objection is what somebody said against a step.'

const STEP_FIELDS = [
  '"reasoning": think it through first, in a few sentences',
  '"rulings": one object for each step on the table, with "label", "verdict" and "why". Verdicts: "right", also of several steps, where the difference between them does not matter; "partly", if it does a part of what is needed now and nothing else; "wrong", if it makes a call that should not be made like this, or tells the user something that is not so; "unsure", if you cannot tell. In "why", quote what is wrong and say what refutes it, or say what is missing or cannot be told; empty for "right"',
  '"answer": the label of the step that you stand by now',
  '"new_answer": empty; only steps on the table can be taken',
  '"changed_because": if this is not the step that you stand by so far, what refuted that one; otherwise empty. A change without it is not counted, and that others think otherwise refutes nothing',
]

/** Asks a seat to rule on the steps on the table. */
export const reviseSteps: StepWording<'revision'> = (brief, tagged) => ({
  system: askForFields([STEPS_DIFFER, EXAMINE_STEPS], STEP_FIELDS),
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
