import { type CallCost, NEVER_MADE } from '../../../engine/index.ts'
import type { Bill } from './bill.ts'

/** What a call has cost so far, tries that came to nothing included. */
export interface Spending {
  /** Starts the clock, once. */
  begin(): void
  /** A request has left. */
  request(): void
  /** A reply has come. */
  add(bill: Bill): void
  total(): CallCost
  /** The same; null when requests were made and nothing is known of what they cost. */
  known(): CallCost | null
}

/** Begins to count what is paid to a model, called by its name in warnings. */
export function createSpending(name: string, now: () => number): Spending {
  let startedAt: number | null = null
  let requests = 0
  let replies = 0
  const odd = new Set<string>()
  const sum = { promptTokens: 0, completionTokens: 0, costUsd: 0 }
  const total = (): CallCost => ({
    ...sum,
    latencyMs: startedAt === null ? 0 : now() - startedAt,
    calls: Math.max(1, replies),
    ...(odd.size === 0 ? {} : { warnings: [oddFigures(name, [...odd])] }),
  })
  return {
    begin() {
      startedAt ??= now()
    },
    request() {
      requests++
    },
    add(bill) {
      replies++
      sum.promptTokens += bill.promptTokens
      sum.completionTokens += bill.completionTokens
      sum.costUsd += bill.costUsd
      for (const figure of bill.odd) odd.add(figure)
    },
    total,
    known() {
      if (replies > 0) return total()
      return requests === 0 ? NEVER_MADE : null
    },
  }
}

function oddFigures(name: string, figures: string[]): string {
  return `${name}: what its provider says it cost makes no sense and counts as 0 (${figures.join(', ')}).`
}
