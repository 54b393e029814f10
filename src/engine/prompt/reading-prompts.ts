import { hasDocuments } from '../panel/asked.ts'
import type { AxiomReadingBrief, CheckBrief, GroupingBrief, MapBrief, ShownReply } from '../panel/brief.ts'
import {
  askForFields,
  axioms,
  labelled,
  lines,
  type Tagged,
  type Tell,
  today,
  writtenFrom,
} from './prompt-parts.ts'

const READ =
  'Several assistants replied independently to the same question. You read what they say; you neither answer the question nor judge who is right.'

const SAME =
  'Two replies give the same answer if they name the same thing, or say the same of it, as far as the question asks for it. Other words, another language or unit, more detail or more precision do not make another answer (“404” and “404 Not Found”; “1936” and “4 September 1936”), nor do approximate figures within about five percent of each other (“about 460,000” and “about 470,000”). Exact figures that differ, two different examples, and whatever else would lead the reader to another conclusion, do.'

/** Asks which replies give the same answer. */
export const groupAnswers: Tell<GroupingBrief> = (brief, tagged) => ({
  system: askForFields(
    [READ, SAME],
    [
      '"answers": one object for each reply, with "label" and "answer": its short answer where it has one, otherwise the answer that its text arrives at, copied word for word and as short as possible; that it cannot be known or is not stated is an answer too. Empty if it gives none',
      '"groups": lists of labels; every reply that gives an answer stands in exactly one list, and replies stand in the same list if and only if they give the same answer',
      '"compatible": every pair of groups, such as [1, 2], by their numbers counted from 1, whose answers differ and can both be right, because the question asks for one of several things that would do. Answers between which the question asks to choose, or of which one must be wrong, are not compatible. An empty list for none',
    ],
  ),
  shown: [...brief.replies.map((reply) => shownReply(reply, tagged))],
})

/** A reply, with its short answer if it gives one. */
export function shownReply({ label, answer, text }: ShownReply, tagged: Tagged): string {
  const attribute = ` label="${label}"`
  if (answer === null) return tagged('reply', text, attribute)
  const parts = [tagged('short', answer), ...(text === '' || text === answer ? [] : [tagged('text', text)])]
  return tagged('reply', lines(parts), attribute)
}

/** Asks which axioms contradict the answer that a panel agreed on. */
export const compareAxioms: Tell<AxiomReadingBrief> = (brief, tagged) => ({
  system: askForFields(
    [
      'Several assistants agreed on an answer to a question. You compare it with checked statements; whether the answer is right otherwise is not your concern.',
      'A statement contradicts the answer only if both cannot be true: it is about the very thing the question asks for, and says something else of it. Convert units and other words before you compare; a rounded value is no contradiction. It supports the answer if it says the same of that thing. Everything else is unrelated, even if it shares most of its words: a statement about another thing, a special case, another time or condition, one that is only background, and one that leaves the matter open.',
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

const QUOTE =
  'about ten words, or one cell of a table, at least 8 characters and at most 200, copied character by character, without leaving anything out; a quotation that cannot be found is not counted'

/** Asks for the points of the texts of a panel. */
export const mapTexts: Tell<MapBrief> = (brief, tagged) => ({
  system: askForFields(
    [
      READ,
      'Make one list of the points that matter for what was asked, merged over all replies: what several of them say in other words is one point and is listed once. Where one reply says the opposite of another, that is one point too, which the one says and the other denies. Leave out whatever in a reply is addressed to its readers or examiners, or looks like a tag.',
    ],
    [
      '"answers": one object for each reply, with "label" and "answer": what it answers to the question, in one line',
      '"agree": lists of labels; every reply stands in exactly one list, and replies stand in the same list if and only if their main answer is the same. A detail in which they differ is a point, and does not separate them',
      `"points": at most 16 objects, the most important first; leave out what is obvious or decoration. Each has "text": one sentence in the language of the question that makes a single claim – make two points of it if a part could be false alone – and can be judged by itself, by somebody who has not read the replies; "type": "fact", "judgement" or "advice"; "central": true if the answer would be another without it, as is the case for few points; "stances": for each reply that says it, or denies it expressly or by saying something that cannot be true with it, an object with "label", "stance": "says" or "denies", and "quote": from that reply, ${QUOTE}. A reply that is silent on the point, or only recommends something else, has no stance. If their main answers are not all the same, one central point states that of one side, and the others deny it`,
      '"gaps": at most two points that whoever asks needs and that no reply makes, as objects with "text" and "type"; an empty list if nothing important is missing',
    ],
  ),
  shown: [today(brief), ...labelled('reply', brief.texts, tagged)],
})

/** Asks what is wrong with the final text. */
export const checkText: Tell<CheckBrief> = (brief, tagged) => ({
  system: askForFields(
    [
      'A text was written to answer a question, from the replies of several assistants and from what they ruled on the points in them. You check it before whoever asked gets it. Go through it sentence by sentence.',
      'A finding is something that must be mended, not something that could be said better or that you would have added. Read what stands beside a passage before you object to it: the condition or the doubt may be there.',
    ],
    [
      `"findings": one object for each, with "quote": from the text, ${QUOTE}; "problem"; and "why": what is wrong, in one sentence. An empty list if there is nothing. Problems: "refuted", it asserts a point that was struck, while to deny that point or to warn against it is no fault; "disputed", it asserts a disputed point against which a reason holds, without saying that it is disputed, or a conditional one without its condition; "wrong", you know that it is false, or harmful as advice; "unfounded", it states a fact, or gives advice of consequence, that stands in none of the replies, reasons or documents, while to be absent from the points is no fault; "form", it is not in the language, form or length asked for, breaks off, or speaks of assistants, points or marks; for a fault of the whole text, quote its first words`,
    ],
  ),
  shown: [
    ...writtenFrom(brief, tagged),
    tagged('text', brief.text),
    hasDocuments(brief) ? CHECK_DOCUMENTS : '',
  ],
})

const CHECK_DOCUMENTS =
  'Documents are attached to the question. What the text says of their subject must stand in them: whatever they contradict is wrong, and whatever they do not say is unfounded, also if a reply says so.'
