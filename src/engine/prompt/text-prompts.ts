import { documentLabel, hasDocuments } from '../panel/asked.ts'
import type { ExpositionBrief, ReworkBrief, SynthesisBrief, WeighedClaim } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'
import { MOST_CLAIMS } from '../reading/reply/reply-fields.ts'
import { axioms, endOfQuotation, labelled, question, quotedIsData, system, user } from './prompt-parts.ts'
import { type Tagged, tagsWith } from './tags.ts'

const FORM =
  'Keep to the form and length that the question asks for, and write in its language unless it asks for another. Use headings, lists, tables, formulas or fenced code only where they help the reader.'
const HONESTY = 'If you do not know, reply “I do not know” and say why. Do not guess to be agreeable.'
const DRAFT_ALONE =
  'Reply with the finished text itself and nothing around it: no greeting, no introduction, no comment on it. Keep every line break and indentation it needs; code stands in one fenced block with its language, unless the question asks for another form.'

/** Asks for a text with its claims, after it in a block, so that the text needs no escaping. */
export function openExposition(brief: ExpositionBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  const cited = hasDocuments(brief)
    ? ` A claim that rests on a document ends with the label of the document, such as [${documentLabel(0)}]. Labels are for claims only; the text names documents by their titles.`
    : ''
  const claims = `After the text, write <claims-${marker}>, then the claims it rests on, one per line, then </claims-${marker}>: at most ${MOST_CLAIMS}, only those that matter, the most important first, each one fact that can be checked by itself, in full, without “it” or “this”.${cited}`
  return [
    system([
      `You are one of several independent experts asked the same question. Answer on your own, with the text that the question asks for. ${FORM} ${HONESTY}`,
      claims,
      quotedIsData(marker, brief),
    ]),
    user([...question(brief, tagged), axioms(brief.anchors, tagged)]),
  ]
}

/** Asks for a draft, with notes about it in a block after it. */
export function draftExposition(brief: ExpositionBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    system([
      `You are one of several independent experts given the same task. Do it on your own, completely, ready to be used as it is. ${FORM} ${DRAFT_ALONE}`,
      notesAfter(marker),
      quotedIsData(marker, brief),
    ]),
    user([...question(brief, tagged), axioms(brief.anchors, tagged)]),
  ]
}

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
      quotedIsData(marker, brief),
    ]),
    user([
      ...question(brief, tagged),
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

/** Asks for a new version of a draft. */
export function rework(brief: ReworkBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    system([
      `The draft below was reviewed by several experts. Write its final version: fix every real defect, ignore suggestions that would make it worse, and keep everything else as it is. ${DRAFT_ALONE}`,
      notesAfter(marker),
      quotedIsData(marker, brief),
    ]),
    user([
      ...question(brief, tagged),
      tagged('draft', brief.draft),
      ...each('defect', brief.defects, tagged),
      ...each('improvement', brief.improvements, tagged),
      endOfQuotation('reply with the final version alone'),
    ]),
  ]
}

function notesAfter(marker: string): string {
  return `What its reader must know about it, if anything, goes after it, between <notes-${marker}> and </notes-${marker}>, in at most five sentences.`
}

function each(tag: string, texts: string[], tagged: Tagged): string[] {
  return texts.map((text) => tagged(tag, text))
}
