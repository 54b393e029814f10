import type { Anchor } from '../../contract/axiom.ts'
import type { ClaimStatus } from '../../contract/claims.ts'
import type { Verdict } from '../../contract/deliberation.ts'
import type { StructureName } from '../../contract/panel.ts'
import type { QuestionKind } from '../../contract/question-kind.ts'
import type { Asked } from './asked.ts'

/** An answer with the arguments for it. */
export interface Position {
  answer: string
  reason: string
  claims: string[]
  /** The answer it was originally reworded from; absent when it was not reworded. */
  origin?: string
  /** The theme that its seat accepted in this iteration as saying the same; absent when it accepted none. */
  accepts?: string
  /** Whether its text was cut off at the token limit of the model; absent when it is whole. */
  isCut?: true
}

/** Another seat's position as it is shown: anonymous, with numbered claims that can be referred to. */
export interface ShownPosition {
  label: string
  answer: string
  reason: string
  claims: Array<{ label: string; text: string }>
}

/** A text or a reason as it is shown: anonymous, and whole. */
export interface ShownText {
  label: string
  text: string
}

/** Iteration 1: the seat answers alone. */
export interface ExpositionBrief extends Asked {
  phase: 'exposition'
  kind: QuestionKind
  anchors: Anchor[]
}

/** Closed questions, iteration 2 and later: the seat judges the theme and the other positions. */
export interface RevisionBrief extends Asked {
  phase: 'revision'
  structure: StructureName
  anchors: Anchor[]
  own: Position | null
  theme: string
  positions: ShownPosition[]
  /** The label of the case this seat must answer before it may accept; null when there is none. */
  mustAnswer: string | null
  /** A leader rewrites the theme; a voice speaks about it. */
  role: 'leader' | 'voice'
  verdicts: Verdict[]
}

/** Closed questions, after the last iteration: a writer says the answer in a sentence, with its reasons. */
export interface WritingBrief extends Asked {
  phase: 'writing'
  answer: string
  reasons: string[]
  anchors: Anchor[]
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
  | RevisionBrief
  | WritingBrief
  | SynthesisBrief
  | ExaminationBrief
  | DisputeBrief
  | ReviewBrief
  | ReworkBrief
  | ComparisonBrief
