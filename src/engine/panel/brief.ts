import type { Anchor } from '../../contract/axiom.ts'
import type { ClaimStatus } from '../../contract/claims.ts'
import type { QuestionKind } from '../../contract/question-kind.ts'
import type { Asked } from './asked.ts'

/** What a seat stands for. */
export interface Position {
  /** The short answer to a closed question; otherwise the text, as it was written. */
  answer: string
  /** The whole reply in which a closed question was answered, in its own words; of a draft, what its user must know. */
  reason: string
  /** Whether its text was cut off at the token limit of the model; absent when it is whole. */
  isCut?: true
}

/** A text or a reason as it is shown: anonymous, and whole. */
export interface ShownText {
  label: string
  text: string
}

/** Iteration 1: the seat replies alone. */
export interface ExpositionBrief extends Asked {
  phase: 'exposition'
  /** The kind the caller named; null to let the seat say. */
  kind: QuestionKind | null
  /** The day on which the question was asked, such as 2026-11-17. */
  date: string
  /** Whether the reply is JSON for a program, which leaves no room for a block. */
  isJson: boolean
  anchors: Anchor[]
}

/** A reply as a reader is shown it: anonymous, with the short answer that it gives itself, if any. */
export interface ShownReply {
  label: string
  answer: string | null
  text: string
}

/** Closed questions: a reader says which replies give the same answer. */
export interface GroupingBrief extends Asked {
  phase: 'reading'
  task: 'group-answers'
  replies: ShownReply[]
}

/** Closed questions: a reader says which axioms contradict the agreed answer. */
export interface AxiomReadingBrief extends Asked {
  phase: 'reading'
  task: 'compare-axioms'
  answer: string
  text: string
  anchors: Anchor[]
}

/** An answer on the table: anonymous, with the best reply that gives it and what was said against it since. */
export interface ShownAnswer {
  label: string
  answer: string
  text: string
  objections: string[]
}

/** Closed questions, iteration 2 and later: the seat rules on the answers on the table. */
export interface RevisionBrief extends Asked {
  phase: 'revision'
  anchors: Anchor[]
  answers: ShownAnswer[]
  /** The label of the answer that this seat holds; null while it holds none. */
  own: string | null
  /** The first reply of this seat, if it is not on the table in these words; null otherwise. */
  ownReply: string | null
  /** The label of the answer whose case this seat is asked to reply to in particular; null for none. */
  mustAnswer: string | null
}

/** Closed questions: a writer words an answer that came up late, so that no reply gives it. */
export interface WritingBrief extends Asked {
  phase: 'writing'
  answer: string
  reasons: string[]
}

/** A claim as a writer is shown it: where the panel stands, without names. */
export interface WeighedClaim {
  text: string
  status: ClaimStatus
  /** How many models hold it, and how many call it false. */
  for: number
  against: number
  /** Why it may be false. */
  reasons: string[]
}

/** Open questions: a writer that sees all texts, and where the panel stands on their claims, writes the answer. */
export interface SynthesisBrief extends Asked {
  phase: 'synthesis'
  texts: ShownText[]
  claims: WeighedClaim[]
  /** Important points that no text made. */
  missed: string[]
  /** Why the text of the writer before was refused; empty for the first writer. */
  refused: string[]
  /** The beginning of the answer, which its reader has already; absent when nothing was released yet. */
  released?: string
  anchors: Anchor[]
}

/** A claim, or two that seem to contradict each other, as it is put to a seat. */
export interface ShownClaim {
  label: string
  /** One claim to judge, or two to choose from. */
  texts: [string] | [string, string]
}

/** Open questions, iteration 2: the seat says which claims are true. */
export interface ExaminationBrief extends Asked {
  phase: 'examination'
  claims: ShownClaim[]
  anchors: Anchor[]
}

/** A disputed claim with the reasons of both sides, which are labelled so that they can be referred to. */
export interface DisputedClaim {
  label: string
  text: string
  for: ShownText[]
  against: ShownText[]
  /** What this seat said of it before; null when it said nothing. */
  own: 'true' | 'false' | 'unsure' | null
  /** The label of the reason this seat must answer, or its opinion is not counted; null when there is none. */
  mustAnswer: string | null
}

/** Open questions, iteration 3 and later: the seat judges disputed claims again, knowing the reasons of both sides. */
export interface DisputeBrief extends Asked {
  phase: 'dispute'
  claims: DisputedClaim[]
  anchors: Anchor[]
}

/** Drafts, iteration 2: the seat reviews the drafts of the others. */
export interface ReviewBrief extends Asked {
  phase: 'review'
  drafts: ShownText[]
  anchors: Anchor[]
}

/** Drafts, iteration 3: the leading draft is changed as its reviewers asked. */
export interface ReworkBrief extends Asked {
  phase: 'rework'
  draft: string
  /** What the reviewers found wrong with it, and what they would improve. */
  defects: string[]
  improvements: string[]
}

/** Drafts, iteration 3: a reviewer says which of two versions is better, without knowing which is the new one. */
export interface ComparisonBrief extends Asked {
  phase: 'comparison'
  versions: [ShownText, ShownText]
}

export type Brief =
  | ExpositionBrief
  | GroupingBrief
  | AxiomReadingBrief
  | RevisionBrief
  | WritingBrief
  | SynthesisBrief
  | ExaminationBrief
  | DisputeBrief
  | ReviewBrief
  | ReworkBrief
  | ComparisonBrief
