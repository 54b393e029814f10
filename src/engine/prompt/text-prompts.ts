import { hasDocuments } from '../panel/asked.ts'
import type { ReworkBrief, SynthesisBrief, WeighedClaim } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'
import { axioms, endOfQuotation, labelled, question, system, user } from './prompt-parts.ts'
import { type Tagged, tagsWith } from './tags.ts'

const FORM =
  'Keep to the form and length that the question asks for, and write in its language unless it asks for another. Use headings, lists, tables, formulas or fenced code only where they help the reader.'
const DRAFT_ALONE =
  'Reply with the finished text itself and nothing around it: no greeting, no introduction, no comment on it. Keep every line break and indentation it needs; code stands in one fenced block with its language, unless the question asks for another form.'

const STATUSES =
  'For each claim of their texts you see where they stand after they were asked about it. Use the agreed claims. You may use those that only one of them made (single) or that nobody was asked about (unexamined). Do not assert a struck claim: it was refuted. Where a claim is disputed, say openly that this is in dispute and why, or leave it out if the answer does not need it. A point that none of the texts made may be worth adding.'

/** Asks a writer to answer from all texts of the panel and what became of their claims. */
export function synthesis(brief: SynthesisBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    system([
      `Several experts answered the question independently. Write the best answer for its reader, from what they wrote. ${FORM} Use what several of them say and what only one of them saw; leave out what another shows to be wrong. Where they contradict each other and you cannot tell who is right, say so openly. Add no name, number or date that is in none of the texts${hasDocuments(brief) ? ' or documents' : ''}. Do not mention the experts or their texts otherwise. Reply with the text alone.`,
      ...(brief.claims.length === 0 ? [] : [STATUSES]),
      ...(brief.refused.length === 0
        ? []
        : ['An earlier version was refused for the faults that are quoted below. Do not repeat them.']),
      ...(brief.released === undefined
        ? []
        : [
            'The reader already has the beginning of the answer, quoted below, and it stands. Go on where it ends, with the next sentence or paragraph; repeat nothing of it.',
          ]),
    ]),
    user([
      ...question(brief, marker),
      axioms(brief.anchors, tagged),
      ...labelled('text', brief.texts, tagged),
      ...brief.claims.map((claim) => weighedClaim(claim, tagged)),
      ...each('missed_point', brief.missed, tagged),
      ...each('fault', brief.refused, tagged),
      ...(brief.released === undefined ? [] : [tagged('beginning', brief.released)]),
      endOfQuotation(
        brief.released === undefined
          ? 'reply with the answer to the question alone'
          : 'reply with the rest of the answer alone',
      ),
    ]),
  ]
}

/** A claim with its status; numbers and reasons only where the panel is divided. */
function weighedClaim({ text, status, reasons, ...sides }: WeighedClaim, tagged: Tagged): string {
  const division = status === 'disputed' ? ` for="${sides.for}" against="${sides.against}"` : ''
  return [
    tagged('claim', text, ` status="${status}"${division}`),
    ...each('reason_against', reasons, tagged),
  ].join('\n')
}

const NOTES =
  'After it, on lines of its own, write <panel>, then {"kind": "draft", "notes": "…"} with what its user must know about it, if anything, then </panel>.'

/** Asks for a new version of a draft. */
export function rework(brief: ReworkBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    system([
      `The draft below was reviewed by several experts. Write its final version: fix every real defect, ignore suggestions that would make it worse, and keep everything else as it is. ${DRAFT_ALONE}`,
      NOTES,
    ]),
    user([
      ...question(brief, marker),
      tagged('draft', brief.draft),
      ...each('defect', brief.defects, tagged),
      ...each('improvement', brief.improvements, tagged),
      endOfQuotation('reply with the final version alone'),
    ]),
  ]
}

function each(tag: string, texts: string[], tagged: Tagged): string[] {
  return texts.map((text) => tagged(tag, text))
}
