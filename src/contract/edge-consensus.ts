import { z } from 'zod'
import { sameQuestion } from './cache.ts'
import { askingFields } from './conversation.ts'
import { deliberationFields, IterationEntry } from './deliberation.ts'
import { flag, integer, list, named, number, optional, share, text, texts, trueOrFalse } from './described.ts'
import { MaxIterations, ModelIdentifier, orElse, panelOf, Query, StructureName } from './panel.ts'

export const EdgeConsensusRequest = named('EdgeConsensusRequest', 'A question to a panel of models', {
  query: Query,
  models: optional(
    panelOf(ModelIdentifier),
    'Model identifiers. A prefix such as openai/, anthropic/, google/ or the name of an endpoint and a slash says whose a model is, if the server has a key for it; all others are those of the routing provider. Default: the models configured on the server',
  ),
  skip_cache: orElse(
    trueOrFalse('skip_cache').describe('When true, the semantic cache lookup is skipped'),
    false,
  ),
  structure: StructureName.optional().describe(
    `${StructureName.description}. Default: fugue for 4 or more models, otherwise sonata`,
  ),
  max_iterations: MaxIterations,
  keep_running: optional(
    trueOrFalse('keep_running'),
    'When true, the run goes on if the caller disconnects, and is found at /runs; otherwise disconnecting ends it. Not with Cache-Control: no-store',
  ),
  ...askingFields,
})
export type EdgeConsensusRequest = z.infer<typeof EdgeConsensusRequest>

export const EdgeConsensusResponse = named(
  'EdgeConsensusResponse',
  'The answer of a panel, and how it came about',
  {
    iterations: integer('Number of phi-spiral iterations used, including the exposition'),
    metrics: z
      .object({
        initial_D: share('Divergence of the first, independent answers'),
        final_D: share('Divergence at the end; 0 is perfect consensus'),
        H_total: share('Harmony at the end, 1 - final_D'),
        D_by_iteration: list(z.number().min(0).max(1), 'Divergence after each iteration'),
      })
      .describe('How far the models diverge; D of different kinds is not comparable'),
    cache_hit: flag('Whether the result came from the semantic cache'),
    id: text('Id of the stored result, for GET /results/{id}'),
    models: texts('The models that were asked, in the order of the request'),
    cached: optional(
      z.object({
        similarity: number('Cosine similarity of the two questions'),
        same_question: sameQuestion,
        query: text('The question the result was stored for'),
        age_seconds: number('How old the result is'),
      }),
      'Present when cache_hit is true',
    ),
    ...deliberationFields,
  },
)
export type EdgeConsensusResponse = z.infer<typeof EdgeConsensusResponse>

export const StoredConsensusResponse = EdgeConsensusResponse.extend({
  trace: list(
    IterationEntry,
    'Everything that was said, iteration by iteration; absent for results of earlier versions',
  ).optional(),
}).meta({ id: 'StoredConsensusResponse', description: 'A stored answer, with everything that was said' })
export type StoredConsensusResponse = z.infer<typeof StoredConsensusResponse>
