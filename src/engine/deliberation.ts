import type { Anchor } from '../contract/axiom.ts'
import type { Dissent, IterationEntry, Outcome, SeatVote, Usage } from '../contract/deliberation.ts'
import type { StructureName } from '../contract/panel.ts'
import type { BoostedTrees } from '../utils/boosted-trees.ts'
import type { Calibration } from './conclude/confidence.ts'
import type { Embed } from './measure/agreement/pair-reader.ts'
import type { Spiral } from './measure/spiral.ts'
import type { AskModel } from './panel/model-port.ts'
import type { PanelModel } from './panel/panel.ts'
import type { Votes } from './panel/votes.ts'
import type { FindAnchors } from './prompt/gather-anchors.ts'

/** What a deliberation is asked to do. */
export interface DeliberationRequest {
  query: string
  models: PanelModel[]
  structure: StructureName
  maxIterations: number
  /** Whether a writer may be paid to compose the answer. */
  compose: boolean
  /** How far two answers say the same, as fitted on recorded ones. */
  agreement: BoostedTrees
  calibration: Calibration
  /** Why the calibration does not speak for this panel; null when it does. */
  uncalibrated: string | null
  /** What the votes of its models weigh; null for equal votes. A run taken up again keeps those it began with. */
  votes: Votes | null
  /** Aborts when the caller no longer wants the answer. */
  signal: AbortSignal
  /** Aborts when the time for the whole run is over. */
  deadline: AbortSignal
  /** Where an interrupted run stood after its last finished iteration. */
  checkpoint: Spiral | null
}

/** Everything a deliberation reaches for outside itself. */
export interface DeliberationPorts {
  askModel: AskModel
  findAnchors: FindAnchors
  embed: Embed
  now: () => number
  /** Lets other runs have their turn; asked for before each piece of work, so that a large panel holds nobody up. */
  pause: () => Promise<void>
  onEvent: (event: DeliberationEvent) => void
  /** Called after each iteration, before the next model is asked; the run waits for it. */
  onCheckpoint: (spiral: Spiral) => Promise<void> | void
}

/** What happens during a deliberation, as it happens. */
export type DeliberationEvent =
  | { type: 'iteration-start'; iteration: number; level: number }
  | { type: 'answer-received'; iteration: number; name: string; answered: boolean }
  | { type: 'iteration-end'; entry: IterationEntry }

/** What came of it. */
export interface Deliberation {
  /** The text it answers with. */
  answer: string
  /** The answer alone, where it is a short one: an option, a number, a date, a name, a list, yes or no. */
  shortAnswer: string | null
  /** The reason of the seat that speaks for the answer; null when it gave none. */
  explanation: string | null
  reached: boolean
  outcome: Outcome
  confidence: number
  confidenceBasis: string
  entries: IterationEntry[]
  initialDivergence: number
  finalDivergence: number
  dissent: Dissent[]
  anchors: Anchor[]
  usage: Usage
  warnings: string[]
  /** Whether every seat answered in every iteration. */
  wholePanel: boolean
  /** Whether it ended because too many seats failed in a later iteration. */
  quorumLost: boolean
  /** What each seat's vote weighed; absent when they were equal. */
  votes?: SeatVote[]
}
