import type { DisputeBrief, DisputedPoint, ExaminationBrief } from '../panel/brief.ts'
import { askForFields, axioms, lines, type Tagged, type Tell, today } from './prompt-parts.ts'

const VERDICTS =
  '"true"; "false"; "depends", if it holds only under a condition that neither the point nor the question names; "unsure", if you cannot judge it. A rule of thumb that is right in most cases is true, though exceptions can be thought of; what is wrong in a part of it is false. Of advice and judgements: "true" if you would stand behind it for whoever asks, "false" if you would advise against it'
const CHECK =
  'Judge each by itself: recompute numbers, recall names and dates, look for a case in which it fails. That it sounds sure, or that others would agree, is no evidence.'
const AXIOMS =
  'Axioms are checked statements, some of which may not be about the question; if one decides a point, name its id in "why", also for "true".'
const WHY =
  'for "false" the wrong words, what is right and how that is known, for "depends" on what, for "unsure" what you cannot tell; empty for "true"; in the language of the question. A "false" without it counts as unsure'
const OF_REPLIES =
  'Several assistants, you among them, answered the same question. These are the points of their replies, without their authors and in random order; some may be yours.'
const GIVEN =
  'Somebody wants to know whether the points below are true. Several assistants check them, you among them.'
const WHY_GIVEN = WHY.replace('the question', 'the point')

/** Asks a seat to rule on the points of all texts, or on those that the caller gave. */
export const examination: Tell<ExaminationBrief> = (brief, tagged) => ({
  system: askForFields(
    [brief.isGiven ? GIVEN : OF_REPLIES, CHECK, ...(brief.anchors.length === 0 ? [] : [AXIOMS])],
    [
      `"rulings": one object for every point, with "label", "verdict" and "why". Verdicts: ${VERDICTS}. In "why", ${brief.isGiven ? WHY_GIVEN : WHY}`,
    ],
  ),
  shown: [
    today(brief),
    axioms(brief.anchors, tagged),
    ...brief.points.map(({ label, type, text }) => tagged('point', text, ` label="${label}" type="${type}"`)),
  ],
})

/** Asks a seat for another ruling on points on which it and others disagree. */
export const dispute: Tell<DisputeBrief> = (brief, tagged) => ({
  system: askForFields(
    [
      `You and other assistants ${brief.isGiven ? 'checked the same statements' : 'answered the same question'}, and disagree on the points below. Rule on each again, by the reasons of the others.`,
      CHECK,
      ...(brief.anchors.length === 0 ? [] : [AXIOMS]),
      'Agreement has no value in itself: keep your opinion if you have evidence for it, and give it up if a reason shows that it is wrong, or if it rests on nothing but your impression.',
    ],
    [
      `"rulings": one object for every point, with "label", "why" and "verdict". In "why", say what is right or wrong in the reasons of those who disagree with you, and what your own opinion rests on; a change of opinion without it is not counted. Verdicts: ${VERDICTS}`,
    ],
  ),
  shown: [
    today(brief),
    axioms(brief.anchors, tagged),
    ...brief.points.map((point) => disputed(point, tagged)),
  ],
})

function disputed(point: DisputedPoint, tagged: Tagged): string {
  const parts = [
    tagged('statement', point.text),
    tagged('your_opinion', point.own),
    ...point.for.map((reason) => tagged('reason_for', reason)),
    ...point.against.map((reason) => tagged('reason_against', reason)),
  ]
  return tagged('point', lines(parts), ` label="${point.label}"`)
}
