/** What a run may spend; null means no bound. Its time is bounded by its deadline. */
export interface Budget {
  maxCostUsd: number | null
  maxCalls: number | null
}
