import type { ClaimType, FindingProblem } from '../../src/contract/claims.ts'

/** The members of the scripted panel: by their personality or, for questions with claims, by what they know. */
export type MemberName = Personality | 'exact' | 'inexact' | 'knowing' | 'mistaken' | 'vague'
export type Personality = 'careful' | 'terse' | 'chatty' | 'hasty'

/** Something that is wrong with a text, for those who notice it. */
export interface Defect {
  /** The words of a text that show the defect: whichever text contains them has it. */
  where: string
  what: string
  verdict: 'amend' | 'reject'
  /** What would mend it, in one sentence. */
  fix?: string
  /** Who notices it; without this, whoever of the personalities notices defects of its gravity. */
  seenBy?: MemberName[]
}

type ByMember<Said> = Partial<Record<MemberName, Said>>

interface Opinion {
  by: MemberName[]
  why: string
}

/** A point of the texts on an open question, and what the members say of it; it is true to those who are not named. */
export interface TaskPoint {
  /** What the text of the writer calls it. */
  key: string
  text: string
  type: ClaimType
  central?: true
  /** Where the texts of members say it, and where they deny it. */
  says?: ByMember<string>
  denies?: ByMember<string>
  false?: Opinion[]
  depends?: Opinion[]
  unsure?: MemberName[]
  /** Why members keep or change their opinion once they have read the reasons of the other side. */
  keeps?: ByMember<string>
  changes?: ByMember<string>
}

/** What whoever checks the text of the writer finds in it, and what the writer makes of it. */
interface TaskFinding {
  quote: string
  problem: FindingProblem
  why: string
  /** What stands there afterwards; without it the writer keeps its words. */
  mended?: string
}

/** What a reader makes of the texts on an open question, and what a checker makes of the answer. */
export interface TaskMap {
  /** What each member answers, in one line. */
  answers: ByMember<string>
  agree: MemberName[][]
  points: TaskPoint[]
  gaps: TaskPoint[]
  findings: TaskFinding[]
}

/** A request with what the members think of the texts that it leads to. */
export interface Task {
  /** The name of its folder of texts, in which an open question has its map too. */
  name: string
  title: string
  api: 'edge' | 'local'
  path: '/consensus-iterative' | '/consensus' | '/consensus/sync'
  query: string
  /** What the members take the question for. */
  kind: 'open' | 'draft'
  members: MemberName[]
  /** Further fields of the request. */
  options?: Record<string, unknown>
  /** Notes that a member adds to its draft. */
  notes?: Partial<Record<MemberName, string>>
  /** What is wrong with the drafts; absent for an open question. */
  defects?: Defect[]
  /** What we think of the response. */
  judgement: string
}
