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

/** A request with what the members think of the texts that it leads to. */
export interface Task {
  /** The name of its folder of texts. */
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
  /** Important points that a member misses in the claims of the panel. */
  missing?: Partial<Record<MemberName, string[]>>
  defects: Defect[]
  /** Who gives up an opinion on a claim for the first reason against it. */
  withdrawing?: MemberName[]
  /** Why those who hold a claim with these words hold it. */
  convictions?: Record<string, string>
  /** What we think of the response. */
  judgement: string
}
