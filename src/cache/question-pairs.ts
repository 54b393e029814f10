/** How many of the questions that a result was served to are remembered, latest first. */
export const SERVED_REMEMBERED = 32

/** How many pairs of different questions are remembered per scope; beyond it the oldest are deleted. */
export const PAIRS_REMEMBERED = 10_000

/**
 * Which questions a result was served to, and which pairs of questions turned out to be different. Pairs consist of
 * normalised queries.
 */
export interface QuestionPairs {
  /** Records that a result was served to a differently worded question. The write may be delayed. */
  noteServed(resultId: string, asked: string, at: number): void
  /** The differently worded questions that a result was served to, latest first. */
  servedTo(resultId: string): Promise<string[]>
  /** Records within a scope that a question differs from the others; the order does not matter. */
  markDifferent(scope: string, pairs: { question: string; others: string[]; at: number }): Promise<void>
  /** Whether two questions were recorded as different. */
  areDifferent(scope: string, left: string, right: string): Promise<boolean>
}
