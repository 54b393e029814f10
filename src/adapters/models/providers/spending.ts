import { type CallCost, NEVER_MADE } from '../../../engine/index.ts'
import type { Bill } from './bill.ts'

/** What a call has cost so far, including failed attempts. */
export interface Spending {
  /** Starts the clock, once. */
  begin(): void
  /** A request was sent. */
  request(): void
  /** A reply arrived. */
  add(bill: Bill): void
  total(): CallCost
  /** The same; null when requests were sent and their cost is unknown. */
  known(): CallCost | null
}

/** Starts counting the cost of a call to a model; the name appears in warnings. */
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
  return `${name}: its provider reported implausible costs, which count as 0 (${figures.join(', ')}).`
}
