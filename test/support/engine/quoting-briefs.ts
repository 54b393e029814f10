import type { Background } from '../../../src/engine/panel/asked.ts'
import type { BriefNamed, DisputedPoint, RuledPoint, ShownAnswer } from '../../../src/engine/panel/brief.ts'

/** An axiom to quote. */
export const ANCHOR = { id: 'math-0001', axiom: 'Two and two are four', level: 1, relevance: 0.9 }

const ASKED = { query: 'How many?', criteria: null }
const DATED = { ...ASKED, date: '2026-11-17' }

/** An exposition of a question that comes with nothing. */
export const EXPOSITION: BriefNamed<'exposition'> = {
  ...DATED,
  phase: 'exposition',
  kind: null,
  isJson: false,
  anchors: [],
}

/** An answer on the table. */
export const ON_TABLE: ShownAnswer = {
  label: 'P',
  answer: 'four',
  text: 'By counting, four.',
  objections: ['One was counted twice.'],
}

/** A revision that quotes everything a revision can. */
export const REVISION: BriefNamed<'revision'> = {
  ...ASKED,
  phase: 'revision',
  anchors: [ANCHOR],
  answers: [ON_TABLE, { label: 'Q', answer: 'five', text: 'Five, I guess.', objections: [] }],
  own: 'Q',
  ownReply: 'It may be five.',
  mustAnswer: 'P',
}

/** A reading of two replies, one of which gives no short answer. */
export const GROUPING: BriefNamed<'group-answers'> = {
  ...ASKED,
  phase: 'reading',
  task: 'group-answers',
  replies: [
    { label: 'R1', answer: 'four', text: 'By counting, four.' },
    { label: 'R2', answer: null, text: 'It is 4.' },
  ],
  anchors: [],
}

/** A comparison of an answer with an axiom. */
export const AXIOM_READING: BriefNamed<'compare-axioms'> = {
  ...ASKED,
  phase: 'reading',
  task: 'compare-axioms',
  answer: 'four',
  text: 'By counting, four.',
  anchors: [ANCHOR],
}

/** A writing that quotes everything a writing can. */
export const WRITING: BriefNamed<'writing'> = {
  ...ASKED,
  phase: 'writing',
  answer: 'four',
  reasons: ['by counting', 'by adding'],
}

/** A background that quotes everything a background can. */
export const BACKGROUND: Background = {
  instructions: 'Be brief.',
  history: [
    { role: 'user', text: 'I have marbles.' },
    { role: 'assistant', text: 'How nice.' },
  ],
  documents: [
    { title: 'Inventory', text: 'Four marbles.' },
    { title: 'Letter', text: 'Dear Ada.' },
  ],
}

/** A review of two drafts, one of which has notes. */
export const REVIEW: BriefNamed<'review'> = {
  ...ASKED,
  date: '2026-11-17',
  phase: 'review',
  anchors: [],
  drafts: [
    { label: 'A', text: 'd', notes: 'Needs a table.' },
    { label: 'B', text: 'e', notes: '' },
  ],
}
/** A comparison of two versions. */
export const COMPARISON: BriefNamed<'comparison'> = {
  ...ASKED,
  phase: 'comparison',
  versions: [
    { label: 'A', text: 'd', notes: '' },
    { label: 'B', text: 'e', notes: 'Needs a table.' },
  ],
}
/** A reading of the defects that two reviewers find in a draft. */
export const DEFECTS: BriefNamed<'match-defects'> = {
  ...ASKED,
  phase: 'reading',
  task: 'match-defects',
  drafts: [
    {
      label: 'A',
      text: 'd',
      defects: [
        { label: 'A1', text: 'f(0) fails' },
        { label: 'A2', text: 'it divides by zero' },
      ],
    },
  ],
}
/** A rebuttal that quotes everything a rebuttal can. */
export const REBUTTAL: BriefNamed<'rebuttal'> = {
  ...ASKED,
  phase: 'rebuttal',
  draft: 'd',
  notes: 'Needs a table.',
  defect: 'f(0) fails',
}
/** A rework of a draft that nobody found fault with. */
export const REWORK: BriefNamed<'rework'> = {
  ...ASKED,
  phase: 'rework',
  draft: 'd',
  defects: [],
  improvements: [],
}

/** A reading of the points of two texts. */
export const MAP: BriefNamed<'map-texts'> = {
  ...DATED,
  phase: 'reading',
  task: 'map-texts',
  texts: [
    { label: 'R1', text: 'There are four of them.' },
    { label: 'R2', text: 'I counted five.' },
  ],
}

/** An examination of two points. */
export const EXAMINATION: BriefNamed<'examination'> = {
  ...DATED,
  phase: 'examination',
  anchors: [ANCHOR],
  points: [
    { label: 'C1', text: 'There are four.', type: 'fact' },
    { label: 'C2', text: 'Count them twice.', type: 'advice' },
  ],
}

/** A point that some hold and others deny. */
export const DISPUTED: DisputedPoint = {
  label: 'C1',
  text: 'There are four.',
  own: 'true',
  for: ['I counted them.'],
  against: ['One was counted twice.'],
}

/** A dispute that quotes everything a dispute can. */
export const DISPUTE: BriefNamed<'dispute'> = {
  ...DATED,
  phase: 'dispute',
  anchors: [ANCHOR],
  points: [DISPUTED],
}

/** A point on which the panel is divided. */
export const POINT: RuledPoint = {
  ...{ number: 1, text: 'four', status: 'disputed', isGap: false },
  ...{ for: 2, against: 1, reasons: [{ verdict: 'false' as const, text: 'One is missing.' }] },
}
const WRITTEN_FROM = {
  ...DATED,
  texts: [{ label: 'A', text: 'There are four of them.' }],
  points: [POINT, { ...POINT, number: 2, text: 'They are red.', status: 'agreed', isGap: true, reasons: [] }],
  anchors: [ANCHOR],
} satisfies Omit<BriefNamed<'synthesis'>, 'phase'>

/** A synthesis that quotes everything a synthesis can. */
export const SYNTHESIS: BriefNamed<'synthesis'> = { ...WRITTEN_FROM, phase: 'synthesis' }

/** A check of a text. */
export const CHECK: BriefNamed<'check-text'> = {
  ...WRITTEN_FROM,
  phase: 'reading',
  task: 'check-text',
  text: 'There are four.',
}

/** What a checker objects to. */
export const OBJECTION = {
  quote: 'There are four',
  problem: 'disputed',
  why: 'Somebody counted five.',
} as const

/** An amendment that quotes everything an amendment can. */
export const AMENDMENT: BriefNamed<'amendment'> = {
  ...WRITTEN_FROM,
  phase: 'amendment',
  text: 'There are four [[0badcafe:1]].',
  marks: '0badcafe',
  objections: [OBJECTION],
}
