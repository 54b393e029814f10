import type { Anchor } from '../../contract/axiom.ts'
import type { Verdict } from '../../contract/deliberation.ts'
import type { StructureName } from '../../contract/panel.ts'

/** An answer with the arguments for it. */
export interface Position {
  answer: string
  reason: string
  claims: string[]
  /** The answer it was originally reworded from; absent when it was not reworded. */
  origin?: string
  /** The theme that its seat accepted in this iteration as saying the same; absent when it accepted none. */
  accepts?: string
}

/** Another seat's position as it is shown: anonymous, with numbered claims that can be referred to. */
export interface ShownPosition {
  label: string
  answer: string
  reason: string
  claims: Array<{ label: string; text: string }>
}

/** Iteration 1: the seat answers alone. */
export interface ExpositionBrief {
  phase: 'exposition'
  query: string
  anchors: Anchor[]
}

/** Iteration 2 and later: the seat judges the theme and the other positions. */
export interface RevisionBrief {
  phase: 'revision'
  query: string
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

/** After the last iteration: a seat of the winning cluster composes the answer. */
export interface WritingBrief {
  phase: 'writing'
  query: string
  answer: string
  reasons: string[]
  anchors: Anchor[]
}

export type Brief = ExpositionBrief | RevisionBrief | WritingBrief
