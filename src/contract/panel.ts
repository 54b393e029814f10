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

/** A short text that must be there, with messages that call it by its name. */
function shortText(name: string) {
  const most = LIMITS.modelIdentifierCharacters
  return z
    .string({ error: `${name} is required and must be a string` })
    .trim()
    .min(1, `${name} must not be blank`)
    .max(most, `${name} must have at most ${most} characters`)
}

export const ModelIdentifier = shortText('a model identifier')

const ITERATIONS_RULE = `max_iterations is a whole number from 1 to ${LIMITS.iterationsMaximum}`
export const MaxIterations = z
  .int(ITERATIONS_RULE)
  .min(1, ITERATIONS_RULE)
  .max(LIMITS.iterationsMaximum, ITERATIONS_RULE)
  .meta({ description: 'Maximum phi-spiral iterations, the exposition included' })

/**
 * A field of a body that may be left out. A `default` in the schema would have generators of clients take the field
 * for one that is always there, so the document says it in words.
 */
export function orElse<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  const description = `${schema.description}; ${value} when absent`
  return schema
    .optional()
    .transform((given): z.output<Schema> => (given === undefined ? value : given))
    .meta({ description })
}

/** A panel's size limits, for arrays of identifiers and of configurations alike. */
export function panelOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, { error: 'models must be an array' })
    .min(LIMITS.panelMinimum, `models needs at least ${LIMITS.panelMinimum} entries`)
    .max(LIMITS.panelMaximum, `models takes at most ${LIMITS.panelMaximum} entries`)
}

const TEMPERATURE_RULE = 'temperature is a number from 0 to 2'
const temperature = z
  .number(TEMPERATURE_RULE)
  .min(0, TEMPERATURE_RULE)
  .max(2, TEMPERATURE_RULE)
  .meta({ description: 'Sampling temperature' })

export const ModelConfig = z
  .object(
    {
      provider: ProviderName,
      name: shortText('name').meta({ description: 'Human-readable model name' }),
      model: shortText('model').meta({ description: 'Full model identifier' }),
      temperature: orElse(temperature, 0.7),
    },
    { error: 'an entry of models is an object with provider, name and model' },
  )
  .meta({ id: 'ModelConfig' })
export type ModelConfig = z.infer<typeof ModelConfig>

/** A model of a panel as it was asked: nothing is left out. */
export const AskedModel = ModelConfig.extend({ temperature }).meta({ id: 'AskedModel' })
