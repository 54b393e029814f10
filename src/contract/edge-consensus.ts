import { z } from 'zod'
import { budgetFields } from './budget.ts'
import { sameQuestion } from './cache.ts'
import { conversationFields } from './conversation.ts'
import { deliberationFields, IterationEntry } from './deliberation.ts'
import { LIMITS } from './limits.ts'
import {
  answerOptions,
  MaxIterations,
  ModelIdentifier,
  orElse,
  panelOf,
  Query,
  StructureName,
} from './panel.ts'

export const EdgeConsensusRequest = z
  .object({
    query: Query,
    models: panelOf(ModelIdentifier).optional().meta({
      description: 'Model identifiers for the routing provider. Default: the models configured on the server',
    }),
    skip_cache: orElse(
      z
        .boolean({ error: 'skip_cache must be true or false' })
        .meta({ description: 'When true, the semantic cache lookup is skipped' }),
      false,
    ),
    structure: StructureName.optional().meta({
      description:
        'fugue: deep analysis, 4 or more models; sonata: conflict resolution, 2 to 3 models; concert: creative tasks. Default: fugue for 4 or more models, otherwise sonata',
    }),
    max_iterations: MaxIterations.optional().meta({
      description: `Maximum number of phi-spiral iterations, including the exposition. Default: ${LIMITS.iterationsDefault}`,
    }),
    ...answerOptions,
    ...conversationFields,
    ...budgetFields,
  })
  .meta({ id: 'EdgeConsensusRequest' })
export type EdgeConsensusRequest = z.infer<typeof EdgeConsensusRequest>

export const EdgeConsensusResponse = z
  .object({
    consensus_reached: z.boolean(),
    final_answer: z.string(),
    iterations: z
      .int()
      .meta({ description: 'Number of phi-spiral iterations used, including the exposition' }),
    metrics: z.object({
      initial_D: z.number().min(0).max(1),
      final_D: z.number().min(0).max(1),
      H_total: z.number().min(0).max(1),
      D_by_iteration: z.array(z.number().min(0).max(1)),
    }),
    cache_hit: z.boolean(),
    id: z.string().meta({ description: 'Id of the stored result, for GET /results/{id}' }),
    query: z.string(),
    models: z.array(z.string()),
    cached: z
      .object({
        similarity: z.number(),
        same_question: sameQuestion,
        query: z.string(),
        age_seconds: z.number(),
      })
      .optional()
      .meta({ description: 'Present when cache_hit is true' }),
    ...deliberationFields,
  })
  .meta({ id: 'EdgeConsensusResponse' })
export type EdgeConsensusResponse = z.infer<typeof EdgeConsensusResponse>

export const StoredConsensusResponse = EdgeConsensusResponse.extend({
  trace: z.array(IterationEntry).optional().meta({
    description: 'Everything that was said, iteration by iteration; absent for results of earlier versions',
  }),
}).meta({ id: 'StoredConsensusResponse' })
export type StoredConsensusResponse = z.infer<typeof StoredConsensusResponse>
