import { z } from 'zod'
import { Axiom, HIGHEST_LEVEL } from '../contract/axiom.ts'
import { CheckedClaim, CheckRequest } from '../contract/check.ts'
import {
  integerFrom,
  list,
  number,
  numberFrom,
  optional,
  text,
  texts,
  trueOrFalse,
} from '../contract/described.ts'
import { EdgeConsensusRequest, EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import { LIMITS } from '../contract/limits.ts'
import { textNamed } from '../contract/panel.ts'

/** The longest that a call may wait for a run. */
export const LONGEST_WAIT_SECONDS = 45

const asked = EdgeConsensusRequest.shape
const { claims, context, models, max_cost_usd, max_calls, timeout_seconds, patience } = CheckRequest.shape
const common = {
  context,
  // The tools take no samples, so one model is not enough.
  models: models.describe(asked.models.description!),
  ...{ max_cost_usd, max_calls, timeout_seconds, patience },
  confirm_cost_usd: optional(
    numberFrom(0, LIMITS.costUsd, 'confirm_cost_usd'),
    'The cost in US dollars that the user has agreed to. Only needed if a call was refused because of its cost and the user cannot be asked in any other way',
  ),
}

const { query, kind, criteria, max_iterations, effort, reasoning_effort, skip_cache, search } = asked
export const AskPanel = z.strictObject({
  ...{ query, kind, criteria, max_iterations, effort, reasoning_effort, skip_cache, search },
  ...common,
})

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

const answered = EdgeConsensusResponse
const { calls, cost_usd, duration_ms } = answered.shape.usage.shape

const cost = z.object({ calls, cost_usd, duration_ms: duration_ms.optional() })

/** What a panel answered, without what only an expert looks at. */
export const AskPanelResult = z.object({
  result_id: text('The id of the stored result, for get_result and GET /results/{id}'),
  ...answered.pick({ final_answer: true, answer: true, alternatives: true, kind: true, outcome: true }).shape,
  trust: texts('Who agrees, who differs on what and why, who did not answer, and how sure it is'),
  ...answered.pick({ confidence: true, confidence_kind: true, confidence_basis: true, dissent: true }).shape,
  divergence: answered.shape.metrics
    .pick({ initial_D: true, final_D: true })
    .describe('How far the models were apart at first and at the end; 0 when all agree'),
  ...answered.pick({ search: true, models: true, cache_hit: true }).shape,
  usage: cost,
  warnings: answered.shape.warnings,
})
export type AskPanelResult = z.infer<typeof AskPanelResult>

/** Whether a statement is true, and who says so. */
export const CheckClaimResult = CheckedClaim.omit({ axioms: true }).extend({
  usage: cost,
  warnings: answered.shape.warnings,
})
export type CheckClaimResult = z.infer<typeof CheckClaimResult>

export const SoFar = z.object({
  doing: text('What happens now'),
  voices: list(
    z.object({
      name: text('The model'),
      answered: z.boolean().describe('Whether it has replied'),
      answer: text('What it answered first; null if nothing yet').nullable(),
    }),
    'Who has answered what',
  ),
  D: number('How far the models are apart; null while that is not known').nullable(),
})
export type SoFar = z.infer<typeof SoFar>

/** What the tools that ask models return: the result, or what is known of a run that goes on. */
export function envelopeOf<Result extends z.ZodType>(result: Result) {
  return z.object({
    status: z
      .enum(['completed', 'running', 'cancelled', 'declined'])
      .describe(
        'running: the run goes on, and get_result fetches it by task_id; declined: the user did not agree to the cost, and nothing was asked',
      ),
    task_id: text('The id of the run, while it goes on').optional(),
    so_far: SoFar.optional().describe('What is known of a run that goes on'),
    result: result.optional(),
  })
}

export const FoundAxioms = z.object({ axioms: list(Axiom, 'Axioms, most relevant first') })
