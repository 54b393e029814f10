import type { TextFinding } from '../../contract/claims.ts'
import type { AmendmentBrief, ReworkBrief, SynthesisBrief } from '../panel/brief.ts'
import { lines, type Tagged, type Tell, writtenFrom } from './prompt-parts.ts'

const DRAFT_ALONE =
  'Reply with the finished text itself and nothing around it: no greeting, no introduction, no comment on it. Keep every line break and indentation it needs; code stands in one fenced block with its language, unless the question asks for another form.'

const WRITE = `Several assistants answered a question independently and then ruled on the points of their replies. You write the reply that whoever asked gets.
- Take the best of the replies as the basis: keep its order, its form and its words where nothing speaks against them. Correct or take out what does not hold, and add what it lacks and whoever asks needs.
- Answer directly, in the language, form and length asked for. Where no length is asked for, write about as much as that reply: a clear text is better than one with every point.
- The status of a point says where the assistants stand, and its reasons why somebody calls it false or on what it depends:
  - agreed: build on it; a reason under it is that of a minority. What the replies say besides may be used too, without a mark.
  - conditional: give it with its condition.
  - disputed: weigh the reasons. If the objection holds, or you cannot tell, say that the point is disputed and what speaks on either side; if most affirm it and the objection plainly fails, state it. Leave out what the answer does not need.
  - struck: it was refuted. Leave it out; warn against it only where whoever asks might come to harm.
  - single: fewer than two thirds could affirm it. unexamined: nobody was asked. Use these only if you would stand behind them.
  - a gap is a point that no reply makes: use it only if it is agreed.
- Add no fact, name, number, date or advice that stands in none of the replies, reasons or documents.
- Mark what rests on points with their numbers, as shown at the end: after each sentence or list item, in a table at the end of the last cell of a row, never inside code. The marks are taken off before anybody reads or measures the text; anything else in brackets stays.
- Say nothing about the assistants, their points or this process, except that opinions differ where that matters to whoever asks.`

/** How marks are written; it stands in the user message, because the marker is another one each time. */
function marksAre(marker: string): string {
  return `Your marks look like [[${marker}:3]] for what rests on point 3, and [[${marker}:2,5]] for what rests on points 2 and 5.`
}

/** Asks a writer to answer from all texts of the panel and what became of their points. */
export const synthesis: Tell<SynthesisBrief> = (brief, tagged, marker) => ({
  system: [WRITE, 'Reply with the text alone.'],
  shown: [...writtenFrom(brief, tagged)],
  reply: 'reply with the answer to the question alone',
  after: brief.points.length === 0 ? '' : marksAre(marker),
})

/** Asks the writer to mend its text. */
export const amendment: Tell<AmendmentBrief> = (brief, tagged) => ({
  system: [
    WRITE,
    'The text below was written that way, and somebody who checked it objects to some passages. Mend each passage that is rightly objected to: correct it, say it as the objection demands, or take it out. Change nothing else, and keep the marks with the code that is shown at the end, which is not that of the tags; objections quote the text without marks. If you are sure that an objection is mistaken, leave the passage as it is. Reply with the whole text alone, from its first word.',
  ],
  shown: [
    ...writtenFrom(brief, tagged),
    tagged('text', brief.text),
    ...brief.objections.map((objection) => objected(objection, tagged)),
  ],
  reply: 'reply with the whole text, mended',
  after: marksAre(brief.marks),
})

function objected({ quote, problem, why }: TextFinding, tagged: Tagged): string {
  return tagged('objection', lines([tagged('passage', quote), tagged('why', why)]), ` problem="${problem}"`)
}

const NOTES =
  'After it, on lines of its own, write <panel>, then {"kind": "draft", "notes": "…"} with what its user must know about it, if anything, then </panel>.'

/** Asks for a new version of a draft. */
export const rework: Tell<ReworkBrief> = (brief, tagged) => ({
  system: [
    `The draft below was reviewed by several experts. Write its final version: fix every real defect, ignore suggestions that would make it worse, and keep everything else as it is. ${DRAFT_ALONE}`,
    NOTES,
  ],
  shown: [
    tagged('draft', brief.draft),
    ...each('defect', brief.defects, tagged),
    ...each('improvement', brief.improvements, tagged),
  ],
  reply: 'reply with the final version alone',
})

function each(tag: string, texts: string[], tagged: Tagged): string[] {
  return texts.map((text) => tagged(tag, text))
}
