import type { Anchor } from '../contract/axiom.ts'
import type { Citation, Claim, ClaimAnalysis, TextFinding } from '../contract/claims.ts'
import type {
  Alternative,
  ConfidenceKind,
  Dissent,
  Ending,
  IterationEntry,
  Outcome,
  SeatVote,
  Usage,
} from '../contract/deliberation.ts'
import type { CodeRun, DraftReview } from '../contract/draft-review.ts'
import type { RunEvent } from '../contract/events.ts'
import type { StructureName } from '../contract/panel.ts'
import type { QuestionKind, RunKind } from '../contract/question-kind.ts'
import type { WebSearch } from '../contract/search.ts'
import type { Calibration } from './conclude/confidence.ts'
import type { Hearing } from './hearing/hearing.ts'
import type { Reliability } from './measure/answer-model.ts'
import type { AnswerTable } from './measure/answer-table.ts'
import type { DraftState } from './measure/drafts.ts'
import type { PointList } from './measure/points.ts'
import type { Embed, TextChoice } from './measure/text-features.ts'
import type { Asked, ToolCall, ToolStep } from './panel/asked.ts'
import type { ProgramPort } from './panel/code-port.ts'
import type { AskModel } from './panel/model-port.ts'
import type { PanelModel, PassOdds, Seat, Standing, Votes } from './panel/panel.ts'
import type { FindPages, FoundPages } from './panel/source-port.ts'
import type { Budget, CallCost, SpentOn } from './panel/usage.ts'
import type { ListedTrials } from './reading/read-trials.ts'

export interface PanelQuestion extends Asked {
  /** The kind the caller names; null to let the panel decide. */
  kind: QuestionKind | null
  /** The step of a conversation with tools that is to be taken; absent for a question. */
  step?: ToolStep
  /** Whether the web is searched before the first replies, or if most seats ask for it; absent for never. */
  search?: 'auto' | 'on' | undefined
  /** How many first replies every model gives to a closed question; one when absent. */
  samples?: number
  structure: StructureName
  maxIterations: number
  /** Whether all disputed points of texts go back to both sides, and two seats check the final text; absent for less. */
  isThorough?: true | undefined
  /** What it may spend; absent for no bound. */
  budget?: Budget
  /**
   * How long after it began a step waits for the rest of the seats once a quorum has replied; 0 to wait for all, absent
   * for three times the median of those who have replied.
   */
  patienceMs?: number | undefined
  /** What form the final text must have; absent for any. */
  format?: AnswerFormat | undefined
  /** When the question was asked, in Unix milliseconds; absent for now. */
  askedAt?: number
}

export interface DeliberationRequest extends PanelQuestion {
  models: PanelModel[]
  /** The model that writes the final text, in the panel or not; null to let the panel write. */
  writer: PanelModel | null
  /** The model that reads replies, such as which give the same answer; null for a model of the panel. */
  reader: PanelModel | null
  /** The models that are asked before the others; absent to ask all at once. */
  first?: FirstStage
  /** Whether all seats are replies of one model; absent for a panel. */
  isOneModel?: true
  /** The model that chooses among texts, fitted on recorded panels. */
  textChoice: TextChoice
  calibration: Calibration
  /** The vote weights of its models; null for equal votes. A resumed run keeps the votes it began with. */
  votes: Votes | null
  /** What past runs tell of its models, all of them; absent where too little is known. */
  reliability?: Reliability
  /** Aborts when the caller no longer wants the answer. */
  signal: AbortSignal
  /** Aborts when the time limit of the run is reached. */
  deadline: AbortSignal
  /** The state of an interrupted run after its last finished iteration. */
  checkpoint: Spiral | null
}

/** Models of a panel that are asked first; the others are asked only if that is not enough. */
export interface FirstStage {
  /** Some of the models of the panel, at least two and not all. */
  models: PanelModel[]
  /** The least calibrated probability with which their answer stands. */
  enough: number
  /** How many times dearer a call to the others can be; one when absent. */
  dearer?: number
  /** Whether they settle open questions and drafts as well, by how far they support the text. */
  ofAnyKind: boolean
}

/** Axioms of some levels that are relevant to any of the texts, best first. */
export type FindAnchors = (search: {
  levels: readonly number[]
  texts: string[]
  limit: number
  /** The caller on whose behalf the search runs. */
  caller?: string
}) => Promise<Anchor[]>

/** The ports through which a deliberation reaches the outside. */
export interface DeliberationPorts {
  askModel: AskModel
  findAnchors: FindAnchors
  embed: Embed
  now: () => number
  /** Resolves after a while, unless it is aborted. Absent where every seat is waited for. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Lets other runs have their turn; called before each piece of work, so that a large panel blocks nobody. */
  pause: () => Promise<void>
  onEvent: (event: DeliberationEvent) => void
  programs?: ProgramPort
  /** The odds that a program of each model gives every result that a question states, by past runs; null where too little is known. */
  passOdds?: () => Promise<PassOdds | null>
  findPages?: FindPages | undefined
  /** Where the pieces of a reply go that is asked for now; null while nobody watches them. Absent where nobody can. */
  showText?: () => ((piece: AnswerText) => void) | null
  /** Called after each iteration, before the next model is asked; the run waits for it. */
  onCheckpoint: (spiral: Spiral) => Promise<void> | void
}

/** An event as it is told here: its name among its fields. */
type Flat<Event extends RunEvent> = Event extends RunEvent ? { type: Event['type'] } & Event['data'] : never

/** Events during a deliberation, with the fields that callers see. */
export type DeliberationEvent =
  | Flat<Exclude<RunEvent, { type: 'iteration-end' | 'answer-text' }>>
  | { type: 'iteration-end'; entry: IterationEntry }

/** A piece of a reply as it arrives. It is no event: it is neither stored nor told to those who watch later. */
export type AnswerText = Flat<Extract<RunEvent, { type: 'answer-text' }>>

export interface Deliberation {
  kind: RunKind
  answer: string
  /** The short answer to a closed question; null for other kinds. */
  shortAnswer: string | null
  /** The tools that are called next, as one of the models called them; absent for an answer in words. */
  toolCalls?: ToolCall[]
  /** Other answers that every seat calls right as well; absent for none. */
  alternatives?: Alternative[]
  /** What the author of a draft says about it; null when there is nothing. */
  explanation: string | null
  reached: boolean
  /** Why it ended; absent while it has not. */
  ending?: Ending
  outcome: Outcome
  confidence: number
  confidenceKind: ConfidenceKind
  confidenceBasis: string
  entries: IterationEntry[]
  initialDivergence: number
  finalDivergence: number
  dissent: Dissent[]
  anchors: Anchor[]
  usage: Usage
  warnings: string[]
  /** The names of seats that were not waited for; absent for none. */
  unheard?: string[]
  /** Whether every seat that was waited for answered in every iteration. */
  wholePanel: boolean
  /** The vote weight of each seat; absent when votes were equal. */
  votes?: SeatVote[]
  /** What the models said of each other's drafts; absent for other kinds of question. */
  reviews?: DraftReview[]
  /** What the drafts did when they were run; absent where they were not. */
  codeRun?: CodeRun
  /** How far the reviewers prefer the same drafts; null with fewer than four, absent for other kinds of question. */
  concordance?: number | null
  /** The claims of the panel and where it stands on each; absent for other kinds of question. */
  claims?: Claim[]
  /** The same claims, sorted for a reader. */
  analysis?: ClaimAnalysis
  /** The passages of the answer and the claims on which they rest; absent where no writer wrote it. */
  citations?: Citation[]
  /** What the web was searched for, what was found, and what the answer has from it; absent where it was not searched. */
  search?: WebSearch
  /** What a checker found in none of the texts or documents. */
  unsupported?: TextFinding[]
  /** What a checker objected to and the writer mended. */
  repaired?: TextFinding[]
}

/** A deliberation under way: what the three kinds have in common. */
export interface Run {
  request: DeliberationRequest
  ports: DeliberationPorts
  seats: Seat[]
  /** What the seats first replied, with their further replies; empty once that is on the table, and for a run that is taken up again. */
  first: Hearing[]
  /** Who wrote the final text of an open question; absent while nobody has. */
  author?: Seat
  /** The seat that the caller chose to write the final text; null for one of the panel. */
  writer: Seat | null
  /** The seat that the caller chose to read replies; null for one of the panel. */
  reader: Seat | null
  /** When it began; earlier where it was interrupted, by the time that it has used up. */
  startedAt: number
  /** What a reader wants to be tried on programs; absent while nobody was asked. */
  listed?: ListedTrials | null | undefined
  /** Its state: at first empty, or that of an interrupted run. Each step puts another in its place. */
  spiral: Spiral
  /** Aborts when the caller leaves or the time is up. */
  signal: AbortSignal
  /** Ends the listening to what may abort the run. */
  end(): void
  /** Adds the cost of some calls and the time so far to its state; ends the run when the caller has left. */
  spend: (spentOn: SpentOn, calls: Array<{ call: CallCost | null }>) => void
  /** Adds warnings about readings to its state, each once. */
  warn: (warnings: string[]) => void
  /** Whether the budget allows some more calls, and a repair after them if one may be needed. */
  affords: (calls: number, dearer?: number) => boolean
}

/** The form that the final text must have: JSON that satisfies what the caller asked for. */
export interface AnswerFormat {
  /** What is wrong with a text; empty when it satisfies the format. */
  problemsOf: (text: string) => string[]
}

/** The complete state of a deliberation after an iteration; plain data, so that it can be stored and resumed. */
export interface Spiral {
  /** The kind of the question; null until the panel has decided it. */
  kind: RunKind | null
  /** The day on which the question was asked, such as 2026-11-17. */
  date: string
  entries: IterationEntry[]
  standings: Standing[]
  anchors: Anchor[]
  usage: Usage
  /** Warnings about implausible costs reported by providers; absent when there are none. */
  costWarnings?: string[]
  readingWarnings?: string[]
  ending: Ending | null
  /** Axioms that contradict what the panel agreed on in the last iteration; absent while it has not agreed. */
  contrary?: Anchor[]
  votes: Votes | null
  /** What past runs told of its models when it began; absent where too little was known. */
  reliability?: Reliability
  /** What was found on the web for all seats; absent where it was not searched. */
  found?: Found
  /** The answers on the table and what was said of them; absent for other kinds of question, and before they are read. */
  table?: AnswerTable
  drafts?: DraftState
  /** The claims and what was said of them; absent for other kinds of question, and before the texts are there. */
  pointList?: PointList
}

/** What was searched for, and what came of it. */
export type Found = Pick<FoundPages, 'pages' | 'problem'> & { queries: string[] }

/** Why the time of a run is up when its caller wants the answer now. */
export const ANSWER_NOW = 'The caller wants the answer now.'

export const NO_USAGE: Usage = {
  calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  duration_ms: 0,
}
