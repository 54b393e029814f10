import type { Brief } from '../../../src/engine/panel/brief.ts'
import {
  AMENDMENT,
  ANCHOR,
  AXIOM_READING,
  BACKGROUND,
  CHECK,
  COMPARISON,
  DEFECTS,
  DISPUTE,
  DISPUTED,
  EXAMINATION,
  EXPOSITION,
  GROUPING,
  MAP,
  OBJECTION,
  ON_TABLE,
  POINT,
  REBUTTAL,
  REVIEW,
  REVISION,
  REWORK,
  SYNTHESIS,
  WRITING,
} from './quoting-briefs.ts'

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
    place: 'a text to map',
    tag: 'reply',
    briefWith: (text) => ({ ...MAP, texts: [{ label: 'R1', text }] }),
  },
  {
    place: 'a point to rule on',
    tag: 'point',
    briefWith: (text) => ({ ...EXAMINATION, points: [{ label: 'C1', text, type: 'fact' }] }),
  },
  {
    place: 'a disputed point',
    tag: 'statement',
    briefWith: (text) => ({ ...DISPUTE, points: [{ ...DISPUTED, text }] }),
  },
  {
    place: 'a reason for a point',
    tag: 'reason_for',
    briefWith: (reason) => ({ ...DISPUTE, points: [{ ...DISPUTED, for: [reason] }] }),
  },
  {
    place: 'a reason against a point',
    tag: 'reason_against',
    briefWith: (reason) => ({ ...DISPUTE, points: [{ ...DISPUTED, against: [reason] }] }),
  },
  {
    place: 'a text to write from',
    tag: 'reply',
    briefWith: (text) => ({ ...SYNTHESIS, texts: [{ label: 'A', text }] }),
  },
  {
    place: 'a point to write from',
    tag: 'point',
    briefWith: (text) => ({ ...SYNTHESIS, points: [{ ...POINT, text }] }),
  },
  {
    place: 'why a point to write from is disputed',
    tag: 'reason',
    briefWith: (text) => ({ ...SYNTHESIS, points: [{ ...POINT, reasons: [{ verdict: 'false', text }] }] }),
  },
  { place: 'a text to check', tag: 'text', briefWith: (text) => ({ ...CHECK, text }) },
  { place: 'a text to mend', tag: 'text', briefWith: (text) => ({ ...AMENDMENT, text }) },
  {
    place: 'a passage that is objected to',
    tag: 'passage',
    briefWith: (quote) => ({ ...AMENDMENT, objections: [{ ...OBJECTION, quote }] }),
  },
  {
    place: 'why a passage is objected to',
    tag: 'why',
    briefWith: (why) => ({ ...AMENDMENT, objections: [{ ...OBJECTION, why }] }),
  },
  {
    place: 'a draft to review',
    tag: 'draft',
    briefWith: (text) => ({ ...REVIEW, drafts: [{ label: 'A', text, notes: 'Needs a table.' }] }),
  },
  {
    place: 'the notes on a draft',
    tag: 'notes',
    briefWith: (notes) => ({ ...REVIEW, drafts: [{ label: 'A', text: 'd', notes }] }),
  },
  {
    place: 'a draft whose defects are compared',
    tag: 'draft',
    briefWith: (text) => ({ ...DEFECTS, drafts: [{ label: 'A', text, defects: [] }] }),
  },
  {
    place: 'a defect to compare',
    tag: 'defect',
    briefWith: (text) => ({
      ...DEFECTS,
      drafts: [{ label: 'A', text: 'd', defects: [{ label: 'A1', text }] }],
    }),
  },
  { place: 'an own draft', tag: 'draft', briefWith: (draft) => ({ ...REBUTTAL, draft }) },
  { place: 'the notes on an own draft', tag: 'notes', briefWith: (notes) => ({ ...REBUTTAL, notes }) },
  { place: 'what is said against it', tag: 'defect', briefWith: (defect) => ({ ...REBUTTAL, defect }) },
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
      ...COMPARISON,
      versions: [COMPARISON.versions[0], { label: 'B', text, notes: '' }],
    }),
  },
]
