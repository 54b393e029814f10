/** How many of the questions a result was served to are remembered, the latest ones. */
export const SERVED_REMEMBERED = 32

/** How many pairs of questions are remembered as different for a scope; beyond it the oldest go. */
export const PAIRS_REMEMBERED = 10_000

/**
 * Which questions a result was served to, and which pairs of questions were found not to be the same after all. Pairs
 * are of normalised queries.
 */
export interface QuestionPairs {
  /** Notes that a result was served to a question in other words. May be written later. */
  noteServed(resultId: string, asked: string, at: number): void
  /** The questions a result was served to in other words, the latest first. */
  servedTo(resultId: string): Promise<string[]>
  /** Remembers within a scope that a question is none of the others; which came first does not matter. */
  markDifferent(scope: string, pairs: { question: string; others: string[]; at: number }): Promise<void>
  /** Whether two questions were found to be different. */
  areDifferent(scope: string, left: string, right: string): Promise<boolean>
}
