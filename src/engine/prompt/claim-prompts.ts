import { MOST_MISSED } from '../../contract/claims.ts'
import type { DisputeBrief, DisputedClaim, ExaminationBrief, ShownClaim } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'
import {
  axioms,
  endOfQuotation,
  labelled,
  question,
  refuters,
  systemForFields,
  user,
} from './prompt-parts.ts'
import { lines, type Tagged, tagsWith } from './tags.ts'

const CHECK =
  'Check each claim by itself: recompute numbers, recall names and dates, look for a case in which it fails. That it sounds sure, or that others would agree, is no evidence. Of advice and opinion, “true” means that you would stand behind it.'

/** Asks which claims of the panel are true, in as few words as can be read safely. */
export function examination(brief: ExaminationBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    systemForFields(
      [
        'You are one of several experts who answered the same question. Say which of the claims in their answers are true. They are anonymous and in random order, and some of them may be your own. You do not see the answers themselves.',
        CHECK,
        'Give every label exactly once.',
      ],
      [
        '"true": a list of the labels of the claims that are true',
        '"false": one object for each claim that is false, with "claim": its label; "why": one line that quotes the wrong words and says what is right',
        '"unsure": a list of the labels of the claims that you cannot judge',
        ...(hasChoice(brief.claims)
          ? [
              '"choices": one object for each choice between two claims that seem to contradict each other, with "claim": its label; "choice": "first", "second", "neither", "unsure", or "both" if they do not contradict each other and each is true; "why": one line on what is wrong with those you did not choose; empty for "both" and "unsure"',
            ]
          : []),
        `"missing": at most ${MOST_MISSED} important points that a good answer needs and no claim makes, each in one sentence; an empty list for none`,
      ],
    ),
    user([
      ...question(brief, marker),
      axioms(brief.anchors, tagged),
      ...brief.claims.map((claim) => shownClaim(claim, tagged)),
      endOfQuotation('reply with the one JSON object asked for'),
    ]),
  ]
}

/** Asks for another opinion on disputed claims, knowing the reasons of both sides. */
export function dispute(brief: DisputeBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  const mustAnswer = brief.claims.some((claim) => claim.mustAnswer !== null)
  const why = mustAnswer
    ? 'one or two lines; where the claim names a reason in must_answer, what is right and what is wrong in that reason: without it your opinion is not counted'
    : 'one line with the best evidence for your opinion'
  return [
    systemForFields(
      [
        'You are one of several experts who answered the same question. The claims below are in dispute among them. Judge each again, by the reasons for and against it, which are anonymous.',
        CHECK,
        'Agreement has no value in itself: keep your opinion unless a reason or an axiom shows that it is wrong, and give it up if one does.',
      ],
      [
        `"rulings": one object for each claim, with "claim": its label; "opinion": "true", "false" or "unsure"; "why": ${why}; "refuted_by": if your opinion is not the one you gave before, ${refuters(brief, `reason (such as ${exampleOf(brief)})`)} that refuted it; otherwise null. A change without it is not counted, and that others think otherwise refutes nothing`,
      ],
    ),
    user([
      ...question(brief, marker),
      axioms(brief.anchors, tagged),
      ...brief.claims.map((claim) => disputedClaim(claim, tagged)),
      endOfQuotation('reply with the one JSON object asked for'),
    ]),
  ]
}

/** Whether some claims are put as a choice between two. */
export function hasChoice(claims: ShownClaim[]): boolean {
  return claims.some(({ texts }) => texts.length === 2)
}

function shownClaim({ label, texts: [first, second] }: ShownClaim, tagged: Tagged): string {
  const attribute = ` label="${label}"`
  if (second === undefined) return tagged('claim', first, attribute)
  return tagged('choice', lines([tagged('first', first), tagged('second', second)]), attribute)
}

function disputedClaim(claim: DisputedClaim, tagged: Tagged): string {
  const mustAnswer = claim.mustAnswer === null ? '' : ` must_answer="${claim.mustAnswer}"`
  const parts = [
    tagged('claim', claim.text),
    ...(claim.own === null ? [] : [tagged('own_opinion', claim.own)]),
    ...labelled('for', claim.for, tagged),
    ...labelled('against', claim.against, tagged),
  ]
  return tagged('dispute', lines(parts), ` label="${claim.label}"${mustAnswer}`)
}

function exampleOf({ claims }: DisputeBrief): string {
  const reasons = claims.flatMap((claim) => [...claim.against, ...claim.for])
  return reasons[0]?.label ?? 'A1'
}
