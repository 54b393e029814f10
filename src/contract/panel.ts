import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** The consensus structures: variants of the algorithm. */
export const STRUCTURES = ['fugue', 'sonata', 'concert'] as const
export const StructureName = z
  .enum(STRUCTURES, { error: `structure is one of ${STRUCTURES.join(', ')}` })
  .meta({
    description:
      'fugue: deep analysis, 4 or more models; sonata: conflict resolution, 2 to 3; concert: creative tasks',
  })
export type StructureName = z.infer<typeof StructureName>

/** The providers a model can be reached through: the router, and two vendors. */
const PROVIDERS = ['openrouter', 'openai', 'anthropic'] as const
export const ProviderName = z.enum(PROVIDERS, { error: `provider is one of ${PROVIDERS.join(', ')}` })
export type ProviderName = z.infer<typeof ProviderName>

export const Query = z
  .string({ error: 'query is required and must be a string' })
  .trim()
  .min(1, 'query must not be blank')
  .max(LIMITS.queryCharacters, `query must have at most ${LIMITS.queryCharacters} characters`)
  .meta({
    description: 'Question or prompt to reach consensus on',
    example: 'What is the speed of light in a vacuum?',
  })

export const ModelIdentifier = z
  .string({ error: 'a model identifier must be a string' })
  .trim()
  .min(1, 'a model identifier must not be blank')
  .max(LIMITS.modelIdentifierCharacters)

const ITERATIONS_RULE = `max_iterations is a whole number from 1 to ${LIMITS.iterationsMaximum}`
export const MaxIterations = z
  .int(ITERATIONS_RULE)
  .min(1, ITERATIONS_RULE)
  .max(LIMITS.iterationsMaximum, ITERATIONS_RULE)
  .meta({ description: 'Maximum phi-spiral iterations, the exposition included' })

/** A panel's size limits, for arrays of identifiers and of configurations alike. */
export function panelOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, { error: 'models must be an array' })
    .min(LIMITS.panelMinimum, `models needs at least ${LIMITS.panelMinimum} entries`)
    .max(LIMITS.panelMaximum, `models takes at most ${LIMITS.panelMaximum} entries`)
}

export const ModelConfig = z
  .object({
    provider: ProviderName,
    name: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.modelIdentifierCharacters)
      .meta({ description: 'Human-readable model name' }),
    model: ModelIdentifier.meta({ description: 'Full model identifier' }),
    temperature: z.number().min(0).max(2).default(0.7).meta({ description: 'Sampling temperature' }),
  })
  .meta({ id: 'ModelConfig' })
export type ModelConfig = z.infer<typeof ModelConfig>
