import { z } from 'zod'
import { HIGHEST_LEVEL } from '../../contract/axiom.ts'
import { CheckRequest } from '../../contract/check.ts'
import { integerFrom, numberFrom, optional, trueOrFalse } from '../../contract/described.ts'
import { EdgeConsensusRequest } from '../../contract/edge-consensus.ts'
import { LIMITS } from '../../contract/limits.ts'
import { textNamed } from '../../contract/panel.ts'

/** The longest that a call may wait for a run. */
export const LONGEST_WAIT_SECONDS = 45

const confirmation = {
  confirm_cost_usd: optional(
    numberFrom(0, LIMITS.costUsd, 'confirm_cost_usd'),
    'The cost in US dollars that the user has agreed to. Only needed if a call was refused because of its cost and the user cannot be asked in any other way',
  ),
}

const { query, kind, criteria, max_iterations, skip_cache, models: named } = EdgeConsensusRequest.shape
const { claims, context, models, max_cost_usd, max_calls, timeout_seconds } = CheckRequest.shape
const common = {
  context,
  // The tools take no samples, so one model is not enough.
  models: models.describe(named.description!),
  max_cost_usd,
  max_calls,
  timeout_seconds,
  ...confirmation,
}

export const AskPanel = z.strictObject({ query, kind, criteria, max_iterations, skip_cache, ...common })

export const CheckClaim = z.strictObject({
  claim: claims.element.describe('The statement, in words that can be understood without anything else'),
  ...common,
})

export const SearchAxioms = z.strictObject({
  query: textNamed('query', LIMITS.searchCharacters).describe('What to search for, in any words'),
  levels: optional(
    z
      .array(integerFrom(1, HIGHEST_LEVEL, 'each entry of levels'), { error: 'levels must be an array' })
      .min(1, 'levels must not be empty'),
    'Levels from 1, mathematics and logic, to 7. Default: all',
  ),
  limit: optional(
    integerFrom(1, LIMITS.topKMaximum, 'limit'),
    `Maximum number of axioms. Default: ${LIMITS.topKDefault}`,
  ),
  min_score: optional(numberFrom(0, 1, 'min_score'), `Minimum relevance. Default: ${LIMITS.minScoreDefault}`),
})

export const GetResult = z.strictObject({
  id: textNamed('id', LIMITS.modelIdentifierCharacters).describe(
    'A task id of a run that goes on, or the result id of a finished one',
  ),
  wait_seconds: optional(
    integerFrom(0, LONGEST_WAIT_SECONDS, 'wait_seconds'),
    `How long to wait for a run that goes on. Default: ${LONGEST_WAIT_SECONDS}`,
  ),
  cancel: optional(trueOrFalse('cancel'), 'When true, a run that goes on is ended, and so is what it costs'),
})
