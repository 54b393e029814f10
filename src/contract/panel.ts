import { z } from 'zod'
import { integerFrom, numberFrom, oneOf, optional, required, string, trueOrFalse } from './described.ts'
import { LIMITS } from './limits.ts'
import { QuestionKind } from './question-kind.ts'

export const STRUCTURES = ['fugue', 'sonata', 'concert'] as const
export const StructureName = oneOf('structure', STRUCTURES).describe(
  'fugue: deep analysis, 4 or more models; sonata: conflict resolution, 2 to 3 models; concert: creative tasks',
)
export type StructureName = z.infer<typeof StructureName>

/** What the operator may call a panel or an endpoint. */
export const OPERATOR_NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/

/** The providers that every server knows: the routing provider and three vendors. The operator adds endpoints. */
export const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const
export const ProviderName = required('provider').regex(
  OPERATOR_NAME,
  `provider must be one of ${PROVIDERS.join(', ')}, or the name of an endpoint of the server`,
)
export type ProviderName = z.infer<typeof ProviderName>

/** The keys for providers that a caller sends along, each for the calls to that provider only. */
export type CallerKeys = Readonly<Partial<Record<(typeof PROVIDERS)[number], string>>>

/** The key that a caller sends for a provider. */
export function callerKeyFor(provider: string, keys: CallerKeys | null | undefined): string | undefined {
  return keys && Object.hasOwn(keys, provider) ? keys[provider as keyof CallerKeys] : undefined
}

export const CALLER_KEY_HEADERS = {
  openrouter: 'x-router-key',
  openai: 'x-openai-key',
  anthropic: 'x-anthropic-key',
  gemini: 'x-gemini-key',
} as const satisfies Record<(typeof PROVIDERS)[number], string>

/** NUL, which databases refuse, and halves of surrogate pairs, which no encoding has. */
const UNWRITABLE = /[\0\p{Surrogate}]/u

/** Whether a text of a request consists of characters only. */
export function isWritable(text: string): boolean {
  return !UNWRITABLE.test(text)
}

/** What is wrong with a text that does not. */
export const unwritable = (name: string) =>
  `${name} contains a character that is not text (NUL or half of a surrogate pair); remove it`

/** A text that is not blank, with error messages that name the field. */
export function textNamed(name: string, most: number, rule = 'is required and must be a string') {
  return z
    .string({ error: `${name} ${rule}` })
    .trim()
    .min(1, `${name} must not be blank`)
    .max(most, `${name} must have at most ${most} characters`)
    .refine(isWritable, unwritable(name))
}

export const Query = textNamed('query', LIMITS.queryCharacters).meta({
  description: 'The question or prompt to reach consensus on',
  example: 'What is the speed of light in a vacuum?',
})

const shortText = (name: string, rule?: string) => textNamed(name, LIMITS.modelIdentifierCharacters, rule)

export const ModelIdentifier = shortText('a model identifier')

export const MaxIterations = optional(
  integerFrom(1, LIMITS.iterationsMaximum, 'max_iterations'),
  `Maximum number of phi-spiral iterations, including the exposition. Default: ${LIMITS.iterationsDefault}, or 1 with effort: low`,
)

/**
 * An optional field of a request body. With a `default` in the schema, client generators would treat the field as
 * always present, so the description states the default instead.
 */
export function orElse<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  const description = `${schema.description}. Default: ${value}`
  return schema
    .optional()
    .transform((given): z.output<Schema> => (given === undefined ? value : given))
    .describe(description)
}

const PANEL_RULE = `models must have at least ${LIMITS.panelMinimum} entries, or 1 with samples of 2 or more`

/** What is wrong with a panel that is too small for how it is asked; null for nothing. */
export function tooFewModels({ models, samples = 1 }: { models: number; samples?: number }): string | null {
  return models < LIMITS.panelMinimum && samples < 2 ? PANEL_RULE : null
}

/** An array of models within the size limits of a panel. */
export function panelOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, { error: 'models must be an array' })
    .min(1, PANEL_RULE)
    .max(LIMITS.panelMaximum, `models must have at most ${LIMITS.panelMaximum} entries`)
}

const FIRST_RULE = 'first must name at least 2 models of the panel and leave at least 1 for later'

export const stageFields = {
  first: z
    .array(ModelIdentifier, { error: 'first must be an array of model identifiers' })
    .min(2, FIRST_RULE)
    .max(LIMITS.panelMaximum - 1, FIRST_RULE)
    .optional()
    .meta({
      description:
        'Identifiers (model, not name) of the models that are asked first. If they give the same answer with at least the confidence in enough, the others are not asked. For closed questions and JSON. Where the models find that the question is open or asks for a draft, all of them are asked; if the request itself says so in kind, the first models settle it alone if they can, and everything is done again with all models if they cannot. Default: all models at once',
      example: ['~openai/gpt-mini-latest', '~google/gemini-flash-latest'],
    }),
  enough: optional(
    numberFrom(0, 1, 'enough'),
    `The least confidence with which the answer of the first models is accepted. Default: ${LIMITS.enoughDefault}`,
  ),
  samples: optional(
    integerFrom(1, LIMITS.samplesMaximum, 'samples'),
    'How many first replies every model gives to a closed question. It has one vote, which weighs as much as the share of its replies that give its answer. Texts and drafts are written once. With 2 or more, models may have a single entry; then the answer is the one that most of its replies give. Default: 1',
  ),
}

const CRITERIA_RULE = `criteria must be one line of at most ${LIMITS.criteriaCharacters} characters`

export const answerOptions = {
  kind: QuestionKind.optional().describe(
    'What kind of answer is wanted. closed: one short right answer; open: an explanation, advice, analysis or comparison; draft: a text to be used as it is, such as code, a translation or a poem. Default: what most of the models take it for',
  ),
  reader: optional(
    shortText('reader', 'must be a string'),
    'Identifier of the model that reads the replies of the others, such as which give the same answer; a small one does. Default: READER_MODEL of the server, or a model of the panel',
  ),
  writer: optional(
    shortText('writer', 'must be a string'),
    'Identifier of the model that writes the final text, in the panel or not. Not used for drafts, which are delivered as their author wrote them. Default: a model of the panel',
  ),
  criteria: string('criteria')
    .trim()
    .min(1, 'criteria must not be blank')
    .max(LIMITS.criteriaCharacters, CRITERIA_RULE)
    .regex(/^[^\r\n]*$/, CRITERIA_RULE)
    .refine(isWritable, unwritable('criteria'))
    .optional()
    .meta({
      description: 'One line on what a good answer is; shown to every model',
      example: 'Readable by a beginner, no external libraries',
    }),
}

export const ReasoningEffort = oneOf('reasoning_effort', [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
])
export type ReasoningEffort = z.infer<typeof ReasoningEffort>

export const effortFields = {
  effort: optional(
    oneOf('effort', ['low', 'medium', 'high']),
    'low: one iteration, without a discussion or a check; medium: as many as it takes; high: for open questions, all disputed points go back to both sides, and two models check the final text. max_iterations overrides the iterations. Default: medium',
  ),
  reasoning_effort: ReasoningEffort.optional().describe(
    'How hard the models think before they write, in their first replies and the final text, as far as they can be told. Readings, rulings and reviews always ask for low. Default: what is usual for each model',
  ),
}

const COST_RULE = `max_cost_usd must be a number above 0 and at most ${LIMITS.costUsd}`

export const budgetFields = {
  max_cost_usd: optional(
    z.number(COST_RULE).gt(0, COST_RULE).max(LIMITS.costUsd, COST_RULE),
    'No further round is begun if, by an estimate from the first, it would cost more in all. The best answer so far is then returned, with a warning',
  ),
  max_calls: optional(
    integerFrom(1, LIMITS.calls, 'max_calls'),
    'Maximum number of model calls, not counting retries of failed ones; at least the number of models. The best answer so far is returned when they are used up',
  ),
  timeout_seconds: optional(
    integerFrom(1, LIMITS.timeoutSeconds, 'timeout_seconds'),
    'Time limit of the run; the best answer so far is returned when it is reached. The limit of the server applies if it is shorter',
  ),
  patience: optional(
    numberFrom(0, LIMITS.patienceSeconds, 'patience'),
    'How many seconds after it began a step stops waiting for the remaining models, once at least two and half of those it asked have replied; 0 waits for all. They are not asked again and are listed in unheard, and the result is no consensus. Default: three times the median of those who have replied, at least 10',
  ),
  dry_run: optional(
    trueOrFalse('dry_run'),
    'When true, no model is called: the response says what the request would cost at most. Default: false',
  ),
}

export const Temperature = numberFrom(0, 2, 'temperature').describe('Sampling temperature')

export const ModelConfig = z
  .object(
    {
      provider: ProviderName.meta({
        description:
          'openrouter: the routing provider, or without a key for it the vendor that the prefix of model names, the self-hosted server, or the offline voices; openai, anthropic and gemini: the vendors themselves; any other name: an endpoint that the operator has added in ENDPOINTS',
        example: 'openrouter',
      }),
      name: shortText('name').describe('Human-readable model name'),
      model: shortText('model').describe(
        'Full model identifier; a prefix that names its provider, such as openai/ for openai, may be left out',
      ),
      temperature: orElse(Temperature, 0.7),
    },
    { error: 'each entry of models must be an object with provider, name and model' },
  )
  .meta({ id: 'ModelConfig', description: 'A model of the panel' })
export type ModelConfig = z.infer<typeof ModelConfig>

export const AskedModel = ModelConfig.extend({ temperature: Temperature }).meta({
  id: 'AskedModel',
  description: 'A model of the panel, as it was asked',
})
