/** The verdict of the verifier on two questions. */
export interface SameQuestion {
  same: boolean
  /** The probability that both ask the same thing. */
  probability: number
  /** What sets them apart, e.g. 'number 3 / 4'; empty if nothing does. */
  differences: string[]
}

/** Nobody types texts of this length twice in different words; comparing them would take longer than it is worth. */
export const LONGEST_COMPARED = 4_000

/** Decides whether two differently worded questions ask the same thing; in case of doubt they do not. */
export interface QuestionVerifier {
  /** A cheap check whether two questions clearly differ; `verify` decides the rest. */
  rulesOut(asked: string, stored: string): boolean
  verify(asked: string, stored: string): Promise<SameQuestion>
}
