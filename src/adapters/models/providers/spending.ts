import { type CallCost, NEVER_MADE, UNKNOWN_COST, withCosts } from '../../../engine/index.ts'
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
  const odd = new Set<string>()
  const bills: CallCost[] = []
  const total = (): CallCost => ({
    ...withCosts(bills.length === 0 ? UNKNOWN_COST : NEVER_MADE, bills),
    latencyMs: startedAt === null ? 0 : now() - startedAt,
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
      bills.push({ ...bill, latencyMs: 0 })
      for (const figure of bill.odd) odd.add(figure)
    },
    total,
    known() {
      if (bills.length > 0) return total()
      return requests === 0 ? NEVER_MADE : null
    },
  }
}

function oddFigures(name: string, figures: string[]): string {
  return `${name}: its provider reported implausible figures, which are not counted (${figures.join(', ')}).`
}
