import { refused } from '../../contract/error-codes.ts'
import type { Budget } from '../../engine/index.ts'

/** Rejects a budget that does not cover the first answers, and a repair where they must have a format. */
export function requireCalls(
  asked: Budget | undefined,
  ceiling: Budget | undefined,
  {
    seats,
    samples = 1,
    hasFormat = false,
    isStaged = false,
  }: { seats: number; samples?: number; hasFormat?: boolean; isStaged?: boolean },
): void {
  const repairs = hasFormat ? 1 : 0
  const least = seats * samples + repairs
  const { maxCalls: own = null } = asked ?? {}
  if (own !== null && own < least)
    throw refused(
      'max_calls',
      `max_calls must be at least ${least}, the number of models${isStaged ? ' that are asked first' : ''}${samples > 1 ? ' times samples' : ''}${hasFormat ? ' and one for a repair of the format' : ''}`,
    )
  const { maxCalls: most = null } = ceiling ?? {}
  if (most !== null && most < least)
    throw refused(
      'models',
      `models must have at most ${Math.floor((most - repairs) / samples)} entries${samples > 1 ? ` with ${samples} samples each` : ''}: this server allows ${most} calls per request${hasFormat ? ', one of them for a repair of the format' : ''}`,
    )
}

/** Rejects a bound on the cost that nothing would enforce, because prices are unknown; returns warnings about what it does not bound. */
export function requirePrices(unknown: string[], budget: Budget, isAsked: boolean): string[] {
  if (unknown.length === 0 || budget.maxCostUsd === null) return []
  const said = `The prices of ${unknown.join(', ')} are not known here`
  if (isAsked && budget.maxCalls === null) throw refused('max_cost_usd', `${said}; give max_calls as well`)
  return [`${said}: the limit of ${budget.maxCostUsd} USD counts only what their replies say they cost.`]
}

/** Rejects a budget that asking for the first answers alone would exceed. */
export function requireCost(least: number | null, { maxCostUsd }: Budget): void {
  if (least === null || maxCostUsd === null || least <= maxCostUsd) return
  const amount = least.toPrecision(2)
  throw refused(
    'max_cost_usd',
    `To ask for the first answers alone costs about ${amount} USD, more than the limit of ${maxCostUsd} USD; raise max_cost_usd or ask fewer models`,
  )
}

/** Warnings for the bounds that the server lowers. */
export function loweredBounds(asked: Budget | undefined, ceiling: Budget | undefined): string[] {
  const lowered = (name: string, own: number | null = null, most: number | null = null) =>
    own !== null && most !== null && own > most
      ? [`${name} was lowered to ${most}, the limit of this server.`]
      : []
  return [
    ...lowered('max_cost_usd', asked?.maxCostUsd, ceiling?.maxCostUsd),
    ...lowered('max_calls', asked?.maxCalls, ceiling?.maxCalls),
  ]
}

/** What a request may spend, as it is said on the wire. */
interface Spending {
  max_cost_usd?: number | undefined
  max_calls?: number | undefined
  timeout_seconds?: number | undefined
}

/** What a request allows its run to spend; nothing is bounded that it does not mention. */
export function requestedSpending({ max_cost_usd, max_calls, timeout_seconds }: Spending): {
  budget?: Budget
  timeoutMs?: number
} {
  const bounded = max_cost_usd !== undefined || max_calls !== undefined
  return {
    ...(bounded ? { budget: { maxCostUsd: max_cost_usd ?? null, maxCalls: max_calls ?? null } } : {}),
    ...(timeout_seconds === undefined ? {} : { timeoutMs: timeout_seconds * 1000 }),
  }
}

/** The tighter of two budgets, bound by bound. */
export function tighterBudget(one: Budget | undefined, other: Budget | undefined): Budget | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return {
    maxCostUsd: smaller(one.maxCostUsd, other.maxCostUsd),
    maxCalls: smaller(one.maxCalls, other.maxCalls),
  }
}

function smaller(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
