import { z } from 'zod'
import { StructureName } from './panel.ts'
import { QuestionKind } from './question-kind.ts'

const cost = z.number().nullable()

const PricedModel = z
  .object({
    model: z.string(),
    prompt_usd_per_million: cost,
    completion_usd_per_million: cost,
    request_usd: cost.meta({ description: 'For every call, whatever its tokens' }),
    source: z
      .enum(['listed', 'observed'])
      .nullable()
      .meta({ description: 'listed: from the list of the provider; observed: from what earlier calls cost' }),
  })
  .meta({ id: 'PricedModel', description: 'What a model costs; null where that is not known' })

export const DryRunResponse = z
  .object({
    dry_run: z.literal(true),
    kind: QuestionKind.meta({
      description: 'The kind of the question, as the request says or as recognised from its wording',
    }),
    models: z.array(z.string()),
    structure: StructureName,
    calls: z.object({ first_round: z.int(), at_most: z.int() }).meta({
      description: 'Model calls: of the first answers, and in all. Retries of failed calls are not included',
    }),
    cost_usd: z.object({ first_round_at_most: cost, at_most: cost }).meta({
      description:
        'The cost if every reply used its whole token limit and later prompts quoted a whole reply of every model, as no real run does; null where a price is not known. Retries of failed calls are not included',
    }),
    prices: z.array(PricedModel),
    router: z.string().meta({ description: 'Which provider would answer' }),
    in_progress: z.literal(true).optional().meta({
      description:
        'Present when this service is answering the same request now: sending it joins that run, which costs nothing more. Edge API only',
    }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'DryRunResponse', description: 'What a request would cost at most; nothing was called' })
export type DryRunResponse = z.infer<typeof DryRunResponse>
