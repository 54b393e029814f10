import type { Anchor } from '../../contract/axiom.ts'
import type { Ending, IterationEntry, Usage } from '../../contract/deliberation.ts'
import type { QuestionKind } from '../../contract/question-kind.ts'
import type { Votes } from '../panel/panel.ts'
import type { Ledger } from './claims/ledger.ts'
import type { Standing } from './divergence.ts'
import type { DraftState } from './drafts/draft.ts'
import type { Table } from './table/table.ts'

/** The complete state of a deliberation after an iteration; plain data, so that it can be stored and resumed. */
export interface Spiral {
  /** The kind of the question; null until the panel has decided it. */
  kind: QuestionKind | null
  /** The day on which the question was asked, such as 2026-11-17. */
  date: string
  entries: IterationEntry[]
  standings: Standing[]
  anchors: Anchor[]
  usage: Usage
  /** Warnings about implausible costs reported by providers; absent when there are none. */
  costWarnings?: string[]
  /** Warnings about readings; absent when there are none. */
  readingWarnings?: string[]
  ending: Ending | null
  /** Axioms that contradict what the panel agreed on in the last iteration; absent while it has not agreed. */
  contrary?: Anchor[]
  /** The label of the answer that these contradict. */
  contraryTo?: string
  /** The votes of the run; null, or absent in data of earlier versions, for equal votes. */
  votes?: Votes | null
  /** The answers on the table and what was said of them; absent for other kinds of question, and before they are read. */
  table?: Table
  /** The drafts and what was said of them; absent for other kinds of question. */
  drafts?: DraftState
  /** The claims and what was said of them; absent for other kinds of question, and before the texts are there. */
  ledger?: Ledger
}

/** The usage before any call. */
export const NO_USAGE: Usage = {
  calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  duration_ms: 0,
}
