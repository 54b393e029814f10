import { z } from 'zod'
import { count, integer, list, named, oneOf, text, texts } from './described.ts'
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
  prompt_usd_per_million: rate.describe('For a million tokens of prompts'),
  completion_usd_per_million: rate.describe('For a million tokens of replies'),
  request_usd: rate.describe('For every call, whatever its tokens'),
})

const ModelPricing = named(
  'ModelPricing',
  'US dollars per million tokens, and per call',
  priceFields(z.number().min(0)),
)

const AvailableModel = named('AvailableModel', 'A model that can be asked', {
  id: text('What to write in models').meta({ example: '~anthropic/claude-sonnet-latest' }),
  name: text('Its name for people; null when unknown').nullable(),
  context_length: integer('In tokens; null when unknown').nullable(),
  pricing: ModelPricing.nullable().describe('Null when unknown'),
  inputs: texts('What it takes, such as text, image and file; absent when unknown').optional(),
  served_model: text(
    'The concrete model that last answered for this id; absent when it is the same, or none has answered yet',
  ).optional(),
})
export type AvailableModel = z.infer<typeof AvailableModel>

const Preset = z.object({
  name: oneOf('name', ['cheap', 'strong', 'local']).describe(
    'cheap and strong: of each connected vendor, the newest of such a family; local: of servers on this machine or in its network',
  ),
  models: texts('The ids of its models'),
})
export type Preset = z.infer<typeof Preset>

export const ModelsResponse = named('ModelsResponse', 'The models that can be asked', {
  models: list(AvailableModel, 'The models'),
  count: count('How many there are'),
  default_models: texts('The panel for requests that name no models; empty where there is none'),
  panels: list(
    z.object({
      name: text('Its name'),
      models: texts('The ids of its models'),
      first: texts('Those that are asked first; absent where all are asked at once').optional(),
    }),
    'The panels of the operator; the chat API offers each as the model stretto/name',
  ),
  presets: list(Preset, 'Panels of at least two models that can be asked now; each only if there is one'),
  router: text(
    'Which provider answers the default panel, such as openrouter or offline; several are joined by +',
  ),
  search: z
    .literal(true)
    .optional()
    .describe('Whether the server can search the web for a question; absent where it cannot'),
  warnings: texts('Absent when there are none').optional(),
})
