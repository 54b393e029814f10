import { z } from 'zod'
import { integerFrom, optional, trueOrFalse } from './described.ts'
import { LIMITS } from './limits.ts'

const COST_RULE = `max_cost_usd must be a number above 0 and at most ${LIMITS.costUsd}`

/** Optional fields of a request that bound what it may cost. */
export const budgetFields = {
  max_cost_usd: optional(
    z.number(COST_RULE).gt(0, COST_RULE).max(LIMITS.costUsd, COST_RULE),
    'No further round is begun if, by an estimate from the first, it would cost more in all. The best answer so far is then returned, with a warning',
  ),
  max_calls: optional(
    integerFrom(1, LIMITS.calls, 'max_calls'),
    'Maximum number of model calls, not counting retries of failed ones; at least the number of models. The best answer so far is returned when they are used up',
  ),
  timeout_seconds: optional(
    integerFrom(1, LIMITS.timeoutSeconds, 'timeout_seconds'),
    'Time limit of the run; the best answer so far is returned when it is reached. The limit of the server applies if it is shorter',
  ),
  dry_run: optional(
    trueOrFalse('dry_run'),
    'When true, no model is called: the response says what the request would cost at most. Default: false',
  ),
}
