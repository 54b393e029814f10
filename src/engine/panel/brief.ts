import type { Anchor } from '../../contract/axiom.ts'
import type { ClaimStatus, ClaimType, TextFinding } from '../../contract/claims.ts'
import type { QuestionKind } from '../../contract/question-kind.ts'
import type { Asked, ToolCall, ToolDefinition, ToolStep, Turn } from './asked.ts'

export interface Position {
  /** The short answer to a closed question; otherwise the text, as it was written. */
  answer: string
  /** The whole reply in which a closed question was answered, in its own words; of a draft, what its user must know. */
  reason: string
  calls?: ToolCall[]
  /** Whether its text was cut off at the token limit of the model; absent when it is whole. */
  isCut?: true
}

/** A text or a reason as it is shown: anonymous, and whole. */
export interface ShownText {
  label: string
  text: string
}

/** What was asked, and on which day, such as 2026-11-17. */
interface Dated extends Asked {
  date: string
}

/** What was asked, with the axioms of an iteration. */
export interface AskedNow extends Dated {
  anchors: Anchor[]
}

/** A reply as a reader is shown it: anonymous, with the short answer that it gives itself, if any. */
export interface ShownReply {
  label: string
  answer: string | null
  text: string
}

/** What those who judge steps must know of the conversation. */
export interface ShownStep {
  /** What was said and done since the question. */
  turns: Turn[]
  /** The tools that are called. */
  tools: ToolDefinition[]
}

/** An answer on the table: anonymous, with the best reply that gives it and what was said against it since. */
export interface ShownAnswer {
  label: string
  answer: string
  text: string
  objections: string[]
}

/** A point as it is put to a seat: without its makers. */
export interface ShownPoint extends ShownText {
  type: ClaimType
}

export interface AskedOfPoints extends AskedNow {
  /** Whether the points are statements that the caller wants checked; absent for those of the texts of a panel. */
  isGiven?: true
}

export interface DisputedPoint extends ShownText {
  /** What this seat said of it. */
  own: 'true' | 'false'
  for: string[]
  against: string[]
}

/** What somebody says who does not simply affirm a point. */
export interface RulingReason {
  verdict: 'false' | 'depends'
  text: string
}

/** A point as a writer and a checker are shown it: where the panel stands, without names. */
export interface RuledPoint {
  /** By which the writer refers to it; counted from 1. */
  number: number
  text: string
  status: ClaimStatus
  isGap: boolean
  /** How many models affirm it, and how many call it false. */
  for: number
  against: number
  /** Why somebody calls it false, or on what it depends according to somebody. */
  reasons: RulingReason[]
}

/** Everything that the final text of an open question is written from, and checked against. */
export interface WrittenFrom extends AskedNow {
  texts: ShownText[]
  points: RuledPoint[]
}

/** A draft as it is shown: anonymous, with what its author says about it; empty for nothing. */
export interface ShownDraft extends ShownText {
  notes: string
}

/** What programs did on one input. */
export interface ShownRun {
  input: string
  /** What the question says comes out; null where it says nothing. */
  expected: string | null
  outcomes: ShownText[]
}

export interface CriticisedDraft extends ShownText {
  defects: ShownText[]
}

/** What seats are asked, by the phase. */
interface Phases {
  /** Iteration 1: the seat replies alone. */
  exposition: AskedNow & {
    /** The kind the caller named; null to let the seat say. */
    kind: QuestionKind | null
    /** Whether the reply is JSON for a program, which leaves no room for a block. */
    isJson: boolean
    /** Whether it may ask for a search of the web; absent where it may not. */
    maySearch?: true
    /** The step of a conversation with tools that it takes instead of a reply; absent for a question. */
    step?: ToolStep
  }
  /** Closed questions, iteration 2 and later: the seat rules on the answers on the table. */
  revision: Asked & {
    anchors: Anchor[]
    answers: ShownAnswer[]
    step?: ShownStep
    /** The label of the answer that this seat holds; null while it holds none. */
    own: string | null
    /** The first reply of this seat, if it is not on the table in these words; null otherwise. */
    ownReply: string | null
    /** The label of the answer whose case this seat is asked to reply to in particular; null for none. */
    mustAnswer: string | null
  }
  /** Closed questions: a writer words an answer that came up late, so that no reply gives it. */
  writing: Asked & { answer: string; reasons: string[] }
  /** Open questions, iteration 2: the seat rules on the points of all texts. */
  examination: AskedOfPoints & { points: ShownPoint[] }
  /** Open questions, iteration 3: the seat rules again on central points on which it and others disagree. */
  dispute: AskedOfPoints & { points: DisputedPoint[] }
  /** Open questions: a writer writes the answer. */
  synthesis: WrittenFrom
  /** Open questions: the writer mends its text where the checker objects to it. */
  amendment: WrittenFrom & {
    /** Its text, with its marks. */
    text: string
    marks: string
    objections: TextFinding[]
  }
  /** Drafts, iteration 2: the seat reviews the drafts of the others. */
  review: AskedNow & {
    drafts: ShownDraft[]
    /** What the drafts did where they differ or miss what the question states; absent where they were not run. */
    ran?: ShownRun[]
  }
  /** Drafts of two seats: the author of a rejected draft says whether the reviewer is right. */
  rebuttal: Asked & { draft: string; notes: string; defect: string }
  /** Drafts, iteration 3: the leading draft is changed as its reviewers asked. */
  rework: Asked & {
    draft: string
    /** What the reviewers found wrong with it, and what they would improve. */
    defects: string[]
    improvements: string[]
  }
  /** Drafts, iteration 3: a reviewer says which of two versions is better, without knowing which is the new one. */
  comparison: Asked & { versions: [ShownDraft, ShownDraft] }
}

/** What readers are asked, by the task. */
interface Readings {
  /** Closed questions: a reader says which replies give the same answer. */
  'group-answers': Asked & {
    replies: ShownReply[]
    /** Checked statements to compare with the answers. */
    anchors: Anchor[]
    /** Where the replies are steps with tools; absent for answers. */
    step?: ShownStep
  }
  /** Closed questions: a reader says which axioms contradict the agreed answer. */
  'compare-axioms': Asked & { answer: string; text: string; anchors: Anchor[] }
  /** Open questions: a reader lists the points of the texts. */
  'map-texts': Dated & { texts: ShownText[] }
  /** Open questions: a seat that did not write the text looks for what is wrong with it. */
  'check-text': WrittenFrom & { text: string }
  /** Drafts: a reader says which reviewers name the same defect. */
  'match-defects': Asked & { drafts: CriticisedDraft[] }
  /** Drafts that are programs: a reader lists what to try on them. */
  'list-inputs': Asked & {
    /** One of the programs. */
    program: string
  }
  /** A reader says what to search the web for. */
  'plan-search': Dated
  /** A reader says which sentences of web pages say what the final text says. */
  'cite-pages': Dated & {
    text: string
    /** The short answer to a closed question; null for other kinds. */
    answer: string | null
  }
}

/** What is asked: a phase, or the task of a reading. */
export type BriefName = keyof Phases | keyof Readings
export type BriefNamed<Name extends BriefName> = Name extends keyof Phases
  ? Phases[Name] & { phase: Name }
  : Name extends keyof Readings
    ? Readings[Name] & { phase: 'reading'; task: Name }
    : never

export type ReadingBrief = BriefNamed<keyof Readings>
export type Brief = BriefNamed<BriefName>
