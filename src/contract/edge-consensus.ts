import { z } from 'zod'
import { budgetFields } from './budget.ts'
import { sameQuestion } from './cache.ts'
import { conversationFields } from './conversation.ts'
import { deliberationFields, IterationEntry } from './deliberation.ts'
import { flag, integer, number, share, text, texts } from './described.ts'
import { LIMITS } from './limits.ts'
import {
  answerOptions,
  MaxIterations,
  ModelIdentifier,
  orElse,
  panelOf,
  Query,
  StructureName,
  stageFields,
} from './panel.ts'

export const EdgeConsensusRequest = z
  .object({
    query: Query,
    models: panelOf(ModelIdentifier).optional().meta({
      description:
        'Model identifiers. A prefix such as openai/, anthropic/, google/ or the name of an endpoint and a slash says whose a model is, if the server has a key for it; all others are those of the routing provider. Default: the models configured on the server',
    }),
    skip_cache: orElse(
      z
        .boolean({ error: 'skip_cache must be true or false' })
        .meta({ description: 'When true, the semantic cache lookup is skipped' }),
      false,
    ),
    structure: StructureName.optional().meta({
      description: `${StructureName.description}. Default: fugue for 4 or more models, otherwise sonata`,
    }),
    max_iterations: MaxIterations.optional().meta({
      description: `${MaxIterations.description}. Default: ${LIMITS.iterationsDefault}`,
    }),
    ...stageFields,
    ...answerOptions,
    ...conversationFields,
    ...budgetFields,
  })
  .meta({ id: 'EdgeConsensusRequest', description: 'A question to a panel of models' })
export type EdgeConsensusRequest = z.infer<typeof EdgeConsensusRequest>

export const EdgeConsensusResponse = z
  .object({
    iterations: integer('Number of phi-spiral iterations used, including the exposition'),
    metrics: z
      .object({
        initial_D: share('Divergence of the first, independent answers'),
        final_D: share('Divergence at the end; 0 is perfect consensus'),
        H_total: share('Harmony at the end, 1 - final_D'),
        D_by_iteration: z
          .array(z.number().min(0).max(1))
          .meta({ description: 'Divergence after each iteration' }),
      })
      .meta({ description: 'How far the models diverge; D of different kinds is not comparable' }),
    cache_hit: flag('Whether the result came from the semantic cache'),
    id: text('Id of the stored result, for GET /results/{id}'),
    models: texts('The models that were asked, in the order of the request'),
    cached: z
      .object({
        similarity: number('Cosine similarity of the two questions'),
        same_question: sameQuestion,
        query: text('The question the result was stored for'),
        age_seconds: number('How old the result is'),
      })
      .optional()
      .meta({ description: 'Present when cache_hit is true' }),
    ...deliberationFields,
  })
  .meta({ id: 'EdgeConsensusResponse', description: 'The answer of a panel, and how it came about' })
export type EdgeConsensusResponse = z.infer<typeof EdgeConsensusResponse>

export const StoredConsensusResponse = EdgeConsensusResponse.extend({
  trace: z.array(IterationEntry).optional().meta({
    description: 'Everything that was said, iteration by iteration; absent for results of earlier versions',
  }),
}).meta({ id: 'StoredConsensusResponse', description: 'A stored answer, with everything that was said' })
export type StoredConsensusResponse = z.infer<typeof StoredConsensusResponse>
