import { z } from 'zod'
import { count, integer, text, texts } from './described.ts'
import { LIMITS } from './limits.ts'

export const ModelsQuery = z.object({
  q: z
    .string()
    .trim()
    .max(
      LIMITS.modelIdentifierCharacters,
      `q must have at most ${LIMITS.modelIdentifierCharacters} characters`,
    )
    .optional()
    .meta({ description: 'Only models whose id or name contains this text', example: 'claude' }),
})

/** The parts of a price, each of this form. */
export const priceFields = <Rate extends z.ZodType>(rate: Rate) => ({
  prompt_usd_per_million: rate.meta({ description: 'For a million tokens of prompts' }),
  completion_usd_per_million: rate.meta({ description: 'For a million tokens of replies' }),
  request_usd: rate.meta({ description: 'For every call, whatever its tokens' }),
})

const ModelPricing = z
  .object(priceFields(z.number().min(0)))
  .meta({ id: 'ModelPricing', description: 'US dollars per million tokens, and per call' })

const AvailableModel = z
  .object({
    id: text('What to write in models').meta({ example: '~anthropic/claude-sonnet-latest' }),
    name: text('Its name for people; null when unknown').nullable(),
    context_length: integer('In tokens; null when unknown').nullable(),
    pricing: ModelPricing.nullable().meta({ description: 'Null when unknown' }),
    served_model: text(
      'The concrete model that last answered for this id; absent when it is the same, or none has answered yet',
    ).optional(),
  })
  .meta({ id: 'AvailableModel', description: 'A model that can be asked' })
export type AvailableModel = z.infer<typeof AvailableModel>

export const ModelsResponse = z
  .object({
    models: z.array(AvailableModel).meta({ description: 'The models' }),
    count: count('How many there are'),
    default_models: texts('The panel for requests that name no models; empty where there is none'),
    panels: z
      .array(
        z.object({
          name: text('Its name'),
          models: texts('The ids of its models'),
          first: texts('Those that are asked first; absent where all are asked at once').optional(),
        }),
      )
      .meta({
        description: 'The panels of the operator; the chat API offers each as the model stretto/name',
      }),
    router: text(
      'Which provider answers the default panel, such as openrouter or offline; several are joined by +',
    ),
    warnings: texts('Absent when there are none').optional(),
  })
  .meta({ id: 'ModelsResponse', description: 'The models that can be asked' })
