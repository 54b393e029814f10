/** What a verifier found of two questions. */
export interface SameQuestion {
  same: boolean
  /** That both ask the same. */
  probability: number
  /** What sets them apart, in words, e.g. 'number 3 / 4'; empty when nothing does. */
  differences: string[]
}

/** Decides whether two differently worded questions ask the same; when in doubt they do not. */
export interface QuestionVerifier {
  /** Whether it is plain at little cost that two questions do not ask the same; what it leaves open, `verify` decides. */
  rulesOut(asked: string, stored: string): boolean
  verify(asked: string, stored: string): Promise<SameQuestion>
}
