import { z } from 'zod'
import { count, list, named, optional, text, texts } from './described.ts'
import { priceFields } from './models.ts'
import { StructureName } from './panel.ts'
import { QuestionKind } from './question-kind.ts'

const cost = z.number().nullable()

const PricedModel = named('PricedModel', 'What a model costs; null where that is not known', {
  model: text('The id of the model'),
  ...priceFields(cost),
})

export const DryRunResponse = named(
  'DryRunResponse',
  'What a request would cost at most; nothing was called',
  {
    dry_run: z.literal(true).describe('Always true'),
    kind: QuestionKind.nullable().describe(
      'The kind of the question, as the request says; null where the models decide: then the figures are those of the dearest kind',
    ),
    models: texts('The models that would be asked'),
    structure: StructureName,
    calls: z
      .object({
        first_round: count('For the first answers; with first, those of the first models'),
        at_most: count('For the whole run'),
      })
      .describe('Model calls: of the first answers, and in all. Retries of failed calls are not included'),
    cost_usd: z
      .object({
        first_round_at_most: cost.describe('For the first answers'),
        at_most: cost.describe('For the whole run'),
      })
      .describe(
        'The cost if every reply used its whole token limit and later prompts quoted a whole reply of every model, as no real run does; null where a price is not known. Retries of failed calls are not included',
      ),
    typical: optional(
      z.object({ calls: count('Model calls'), cost_usd_at_most: cost.describe('Their cost') }),
      'If the models that are asked first agree, after one reading; present with first, unless the request names another kind than closed',
    ),
    prices: list(PricedModel, 'The prices this is computed from'),
    router: text('Which provider would answer'),
    in_progress: optional(
      z.literal(true),
      'Present when this service is answering the same request now: sending it joins that run, which costs nothing more. Edge API only',
    ),
    warnings: texts('What the caller should know, in sentences'),
  },
)
export type DryRunResponse = z.infer<typeof DryRunResponse>
