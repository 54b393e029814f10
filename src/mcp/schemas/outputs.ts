import { z } from 'zod'
import { Axiom } from '../../contract/axiom.ts'
import { CheckedClaim as Checked } from '../../contract/check.ts'
import { list, number, text, texts } from '../../contract/described.ts'
import { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'

const { final_answer, answer, alternatives, kind, outcome, dissent, models, cache_hit, warnings, usage } =
  EdgeConsensusResponse.shape
const { confidence, confidence_kind, confidence_basis, metrics } = EdgeConsensusResponse.shape
const { calls, cost_usd, duration_ms } = usage.shape

const cost = z.object({ calls, cost_usd, duration_ms: duration_ms.optional() })

/** What a panel answered, without what only an expert looks at. */
export const PanelAnswer = z.object({
  result_id: text('The id of the stored result, for get_result and GET /results/{id}'),
  final_answer,
  answer,
  alternatives,
  kind,
  outcome,
  confidence,
  confidence_kind,
  confidence_basis,
  dissent,
  disputed: list(
    z.object({
      claim: text('The point'),
      for: texts('Who calls it true'),
      against: texts('Who calls it false'),
      reason: text('What speaks against it').optional(),
    }),
    'Points on which the models contradict each other',
  ),
  divergence: metrics
    .pick({ initial_D: true, final_D: true })
    .describe('How far the models were apart at first and at the end; 0 when all agree'),
  models,
  cache_hit,
  usage: cost,
  warnings,
})
export type PanelAnswer = z.infer<typeof PanelAnswer>

const judged = Checked.shape

/** Whether a statement is true, and who says so. */
export const CheckedClaim = z.object({
  claim: judged.claim,
  verdict: judged.verdict,
  support: judged.support,
  rulings: judged.rulings,
  usage: cost,
  warnings,
})
export type CheckedClaim = z.infer<typeof CheckedClaim>

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

export const FoundAxioms = z.object({
  axioms: list(Axiom, 'Axioms, most relevant first'),
})
