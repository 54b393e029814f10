import { z } from 'zod'
import { Axiom } from '../../contract/axiom.ts'
import { Claim, ClaimAnalysis, ClaimOpinion } from '../../contract/claims.ts'
import { number, share, text, texts } from '../../contract/described.ts'
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
  disputed: z
    .array(
      z.object({
        claim: text('The point'),
        for: texts('Who calls it true'),
        against: texts('Who calls it false'),
        reason: text('What speaks against it').optional(),
      }),
    )
    .meta({ description: 'Points on which the models contradict each other' }),
  divergence: metrics.pick({ initial_D: true, final_D: true }).meta({
    description: 'How far the models were apart at first and at the end; 0 when all agree',
  }),
  models,
  cache_hit,
  usage: cost,
  warnings,
})
export type PanelAnswer = z.infer<typeof PanelAnswer>

/** Whether a statement is true, and who says so. */
export const CheckedClaim = z.object({
  claim: text('The statement'),
  verdict: z.enum(['true', 'false', 'depends', 'disputed', 'unsure']).meta({
    description: 'What the panel says of it; disputed: some call it true and some false',
  }),
  support: share('The share of the models that call it true, shrunk'),
  for: texts('Who calls it true'),
  against: texts('Who calls it false'),
  conditional: texts('Who says that it depends'),
  unsure: texts('Who cannot tell'),
  rulings: z
    .array(
      z.object({
        name: text('The model'),
        opinion: ClaimOpinion.meta({ description: 'What it says' }),
        reason: text('Why, in its own words'),
      }),
    )
    .meta({ description: 'What each model says, and why' }),
  usage: cost,
  warnings,
})
export type CheckedClaim = z.infer<typeof CheckedClaim>

/** What texts agree on, and what they do not. */
export const Comparison = z.object({
  groups: z
    .array(z.object({ answer: text('The answer'), names: texts('Whose texts give it') }))
    .meta({ description: 'Texts that give the same answer' }),
  claims: z.array(Claim).meta({ description: 'The points of the texts, and who makes or denies each' }),
  analysis: ClaimAnalysis,
  usage: cost,
  warnings,
})
export type Comparison = z.infer<typeof Comparison>

export const SoFar = z.object({
  doing: text('What happens now'),
  voices: z
    .array(
      z.object({
        name: text('The model'),
        answered: z.boolean().meta({ description: 'Whether it has replied' }),
        answer: text('What it answered first; null if nothing yet').nullable(),
      }),
    )
    .meta({ description: 'Who has answered what' }),
  D: number('How far the models are apart; null while that is not known').nullable(),
})
export type SoFar = z.infer<typeof SoFar>

/** What the tools that ask models return: the result, or what is known of a run that goes on. */
export function envelopeOf<Result extends z.ZodType>(result: Result) {
  return z.object({
    status: z.enum(['completed', 'running', 'cancelled', 'declined']).meta({
      description:
        'running: the run goes on, and get_result fetches it by task_id; declined: the user did not agree to the cost, and nothing was asked',
    }),
    task_id: text('The id of the run, while it goes on').optional(),
    so_far: SoFar.optional().meta({ description: 'What is known of a run that goes on' }),
    result: result.optional(),
  })
}

export const FoundAxioms = z.object({
  axioms: z.array(Axiom).meta({ description: 'Axioms, most relevant first' }),
})
