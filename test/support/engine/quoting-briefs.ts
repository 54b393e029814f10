import type { Background } from '../../../src/engine/panel/asked.ts'
import type {
  AxiomReadingBrief,
  Brief,
  DisputeBrief,
  ExaminationBrief,
  ExpositionBrief,
  GroupingBrief,
  RevisionBrief,
  ReworkBrief,
  ShownAnswer,
  SynthesisBrief,
  WeighedClaim,
  WritingBrief,
} from '../../../src/engine/panel/brief.ts'

/** An axiom to quote. */
export const ANCHOR = { id: 'math-0001', axiom: 'Two and two are four', level: 1, relevance: 0.9 }

const ASKED = { query: 'How many?', criteria: null }

/** An exposition of a question that comes with nothing. */
export const EXPOSITION: ExpositionBrief = {
  ...ASKED,
  phase: 'exposition',
  kind: null,
  date: '2026-11-17',
  isJson: false,
  anchors: [],
}

const ON_TABLE: ShownAnswer = {
  label: 'P',
  answer: 'four',
  text: 'By counting, four.',
  objections: ['One was counted twice.'],
}

/** A revision that quotes everything a revision can. */
export const REVISION: RevisionBrief = {
  ...ASKED,
  phase: 'revision',
  anchors: [ANCHOR],
  answers: [ON_TABLE, { label: 'Q', answer: 'five', text: 'Five, I guess.', objections: [] }],
  own: 'Q',
  ownReply: 'It may be five.',
  mustAnswer: 'P',
}

/** A reading of two replies, one of which gives no short answer. */
export const GROUPING: GroupingBrief = {
  ...ASKED,
  phase: 'reading',
  task: 'group-answers',
  replies: [
    { label: 'R1', answer: 'four', text: 'By counting, four.' },
    { label: 'R2', answer: null, text: 'It is 4.' },
  ],
}

/** A comparison of an answer with an axiom. */
export const AXIOM_READING: AxiomReadingBrief = {
  ...ASKED,
  phase: 'reading',
  task: 'compare-axioms',
  answer: 'four',
  text: 'By counting, four.',
  anchors: [ANCHOR],
}

/** A writing that quotes everything a writing can. */
export const WRITING: WritingBrief = {
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

const REWORK: ReworkBrief = { ...ASKED, phase: 'rework', draft: 'd', defects: [], improvements: [] }
const CLAIM: WeighedClaim = { text: 'four', status: 'disputed', for: 2, against: 1, reasons: [] }

/** A synthesis that quotes nothing yet. */
export const SYNTHESIS: SynthesisBrief = {
  ...ASKED,
  phase: 'synthesis',
  texts: [],
  claims: [],
  missed: [],
  refused: [],
  anchors: [],
}

/** A cross-examination with a claim to judge and two to choose from. */
export const EXAMINATION: ExaminationBrief = {
  ...ASKED,
  phase: 'examination',
  anchors: [ANCHOR],
  claims: [
    { label: 'C1', texts: ['There are four.'] },
    { label: 'C2', texts: ['They are red.', 'They are blue.'] },
  ],
}

const DISPUTED = {
  label: 'A',
  text: 'There are four.',
  for: [{ label: 'A1', text: 'I counted them.' }],
  against: [{ label: 'A2', text: 'One was counted twice.' }],
  own: 'true' as const,
  mustAnswer: 'A2',
}

/** A dispute that quotes everything a dispute can. */
export const DISPUTE: DisputeBrief = { ...ASKED, phase: 'dispute', anchors: [ANCHOR], claims: [DISPUTED] }

/** A place of a prompt where somebody else's text stands. */
export interface QuotingPlace {
  place: string
  tag: string
  briefWith: (text: string) => Brief
}

/** Every such place. */
export const PLACES: QuotingPlace[] = [
  { place: 'the query', tag: 'question', briefWith: (query) => ({ ...REVISION, query }) },
  {
    place: 'a document of a question asked alone',
    tag: 'content',
    briefWith: (text) => ({
      ...EXPOSITION,
      background: { ...BACKGROUND, documents: [...BACKGROUND.documents, { title: 'Log', text }] },
    }),
  },
  {
    place: 'an axiom of a question asked alone',
    tag: 'axiom',
    briefWith: (axiom) => ({ ...EXPOSITION, anchors: [{ ...ANCHOR, axiom }] }),
  },
  {
    place: 'an axiom',
    tag: 'axiom',
    briefWith: (axiom) => ({ ...REVISION, anchors: [{ ...ANCHOR, axiom }] }),
  },
  {
    place: 'an answer on the table',
    tag: 'short',
    briefWith: (answer) => ({ ...REVISION, answers: [{ ...ON_TABLE, answer }] }),
  },
  {
    place: 'the reply that gives it',
    tag: 'reply',
    briefWith: (text) => ({ ...REVISION, answers: [{ ...ON_TABLE, text }] }),
  },
  {
    place: 'an objection',
    tag: 'objection',
    briefWith: (objection) => ({ ...REVISION, answers: [{ ...ON_TABLE, objections: [objection] }] }),
  },
  { place: 'an own reply', tag: 'own_reply', briefWith: (ownReply) => ({ ...REVISION, ownReply }) },
  {
    place: 'a short answer to read',
    tag: 'short',
    briefWith: (answer) => ({ ...GROUPING, replies: [{ label: 'R1', answer, text: 'So it is.' }] }),
  },
  {
    place: 'a reply to read',
    tag: 'text',
    briefWith: (text) => ({ ...GROUPING, replies: [{ label: 'R1', answer: 'four', text }] }),
  },
  {
    place: 'a reply without a short answer',
    tag: 'reply',
    briefWith: (text) => ({ ...GROUPING, replies: [{ label: 'R1', answer: null, text }] }),
  },
  {
    place: 'an answer to compare with axioms',
    tag: 'short',
    briefWith: (answer) => ({ ...AXIOM_READING, answer }),
  },
  { place: 'an answer to write up', tag: 'answer', briefWith: (answer) => ({ ...WRITING, answer }) },
  {
    place: 'a reason to write up',
    tag: 'reason',
    briefWith: (reason) => ({ ...WRITING, reasons: [reason] }),
  },
  {
    place: 'the criteria',
    tag: 'criteria',
    briefWith: (criteria) => ({ ...REVISION, criteria }),
  },
  {
    place: 'a turn of the conversation',
    tag: 'turn',
    briefWith: (text) => ({ ...REVISION, background: { ...BACKGROUND, history: [{ role: 'user', text }] } }),
  },
  {
    place: 'a document',
    tag: 'content',
    briefWith: (text) => ({
      ...SYNTHESIS,
      background: { ...BACKGROUND, documents: [...BACKGROUND.documents, { title: 'Log', text }] },
    }),
  },
  {
    place: 'the title of a document',
    tag: 'title',
    briefWith: (title) => ({
      ...EXAMINATION,
      background: { ...BACKGROUND, documents: [{ title, text: 'Four.' }] },
    }),
  },
  {
    place: 'a text to write from',
    tag: 'text',
    briefWith: (text) => ({ ...SYNTHESIS, texts: [{ label: 'A', text }] }),
  },
  {
    place: 'a claim to write from',
    tag: 'claim',
    briefWith: (text) => ({ ...SYNTHESIS, claims: [{ ...CLAIM, text }] }),
  },
  {
    place: 'a reason against a claim',
    tag: 'reason_against',
    briefWith: (reason) => ({ ...SYNTHESIS, claims: [{ ...CLAIM, reasons: [reason] }] }),
  },
  {
    place: 'a point that no text made',
    tag: 'missed_point',
    briefWith: (text) => ({ ...SYNTHESIS, missed: [text] }),
  },
  {
    place: 'why a text was refused',
    tag: 'fault',
    briefWith: (fault) => ({ ...SYNTHESIS, refused: [fault] }),
  },
  {
    place: 'a claim to judge',
    tag: 'claim',
    briefWith: (text) => ({ ...EXAMINATION, claims: [{ label: 'C1', texts: [text] }] }),
  },
  {
    place: 'a claim to choose',
    tag: 'second',
    briefWith: (text) => ({ ...EXAMINATION, claims: [{ label: 'C1', texts: ['four', text] }] }),
  },
  {
    place: 'a disputed claim',
    tag: 'claim',
    briefWith: (text) => ({ ...DISPUTE, claims: [{ ...DISPUTED, text }] }),
  },
  {
    place: 'a reason for a claim',
    tag: 'for',
    briefWith: (text) => ({ ...DISPUTE, claims: [{ ...DISPUTED, for: [{ label: 'A1', text }] }] }),
  },
  {
    place: 'a reason against a claim',
    tag: 'against',
    briefWith: (text) => ({ ...DISPUTE, claims: [{ ...DISPUTED, against: [{ label: 'A2', text }] }] }),
  },
  {
    place: 'a draft to review',
    tag: 'draft',
    briefWith: (text) => ({ ...ASKED, phase: 'review', anchors: [], drafts: [{ label: 'A', text }] }),
  },
  { place: 'a draft to revise', tag: 'draft', briefWith: (draft) => ({ ...REWORK, draft }) },
  { place: 'a defect', tag: 'defect', briefWith: (defect) => ({ ...REWORK, defects: [defect] }) },
  {
    place: 'an improvement',
    tag: 'improvement',
    briefWith: (improvement) => ({ ...REWORK, improvements: [improvement] }),
  },
  {
    place: 'a version to compare',
    tag: 'version',
    briefWith: (text) => ({
      ...ASKED,
      phase: 'comparison',
      versions: [
        { label: 'A', text: 'another' },
        { label: 'B', text },
      ],
    }),
  },
]
