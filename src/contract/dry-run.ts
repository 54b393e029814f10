import { z } from 'zod'
import { count, text, texts } from './described.ts'
import { priceFields } from './models.ts'
import { StructureName } from './panel.ts'
import { QuestionKind } from './question-kind.ts'

const cost = z.number().nullable()

const PricedModel = z
  .object({
    model: text('The id of the model'),
    ...priceFields(cost),
  })
  .meta({ id: 'PricedModel', description: 'What a model costs; null where that is not known' })

export const DryRunResponse = z
  .object({
    dry_run: z.literal(true).meta({ description: 'Always true' }),
    kind: QuestionKind.nullable().meta({
      description:
        'The kind of the question, as the request says; null where the models decide: then the figures are those of the dearest kind',
    }),
    models: texts('The models that would be asked'),
    structure: StructureName,
    calls: z
      .object({
        first_round: count('For the first answers; with first, those of the first models'),
        at_most: count('For the whole run'),
      })
      .meta({
        description:
          'Model calls: of the first answers, and in all. Retries of failed calls are not included',
      }),
    cost_usd: z
      .object({
        first_round_at_most: cost.meta({ description: 'For the first answers' }),
        at_most: cost.meta({ description: 'For the whole run' }),
      })
      .meta({
        description:
          'The cost if every reply used its whole token limit and later prompts quoted a whole reply of every model, as no real run does; null where a price is not known. Retries of failed calls are not included',
      }),
    typical: z
      .object({ calls: count('Model calls'), cost_usd_at_most: cost.meta({ description: 'Their cost' }) })
      .optional()
      .meta({
        description:
          'If the models that are asked first agree, after one reading; present with first, unless the request names another kind than closed',
      }),
    prices: z.array(PricedModel).meta({ description: 'The prices this is computed from' }),
    router: text('Which provider would answer'),
    in_progress: z.literal(true).optional().meta({
      description:
        'Present when this service is answering the same request now: sending it joins that run, which costs nothing more. Edge API only',
    }),
    warnings: texts('What the caller should know, in sentences'),
  })
  .meta({ id: 'DryRunResponse', description: 'What a request would cost at most; nothing was called' })
export type DryRunResponse = z.infer<typeof DryRunResponse>
