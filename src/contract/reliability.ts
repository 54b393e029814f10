import { z } from 'zod'
import { count, flag, integer, list, named, number, share, text, texts } from './described.ts'
import { LIMITS } from './limits.ts'

const MODELS_RULE = `models must be identifiers separated by commas, from 2 to ${LIMITS.panelMaximum}`

export const ReliabilityQuery = z
  .object({
    models: z
      .string()
      .transform((value) => value.split(',').map((model) => model.trim()))
      .pipe(
        z
          .array(z.string().min(1, MODELS_RULE).max(LIMITS.modelIdentifierCharacters, MODELS_RULE))
          .min(LIMITS.panelMinimum, MODELS_RULE)
          .max(LIMITS.panelMaximum, MODELS_RULE),
      )
      .optional()
      .meta({
        description: 'The models of a panel, separated by commas. Default: the default panel',
        example: 'vendor/one,vendor/two,vendor/three',
      }),
    panel: z
      .string()
      .optional()
      .meta({ description: 'The name of a panel of the operator, instead of models', example: 'deep' }),
  })
  .refine(({ models, panel }) => models === undefined || panel === undefined, {
    error: 'give models or panel, not both',
    path: ['panel'],
  })

const MemberReliability = named('MemberReliability', 'What past runs tell of a model', {
  model: text('The id of the model'),
  answered: count('In how many of the runs that the figures rest on it gave an answer'),
  judged: count('How many of these answers callers have judged'),
  accuracy: share('How often its answers are right, as far as past runs tell'),
  low: share('The lower end of the interval in which that lies with a probability of 90%'),
  high: share('The upper end'),
  weight: number('The weight of its vote; 1 on average'),
  cost_usd: number('What a first reply of it costs on average; null when unknown').nullable(),
})

export const ReliabilityResponse = named('ReliabilityResponse', 'How reliable the models of a panel are', {
  models: texts('The models of the panel'),
  known: flag('Whether enough is known; otherwise votes are equal and members is empty'),
  basis: text('What the figures rest on, or what is missing for them, in a sentence'),
  runs: count('In how many counted runs all of these models answered, up to now'),
  runs_used: count('How many of them the figures rest on: not the newest, nor runs of two without verdicts'),
  needed: integer('In how many counted runs every model must have answered'),
  leader: text(
    'The model that the panel follows alone, because verdicts say that this is better than to vote; null where votes are counted',
  ).nullable(),
  members: list(MemberReliability, 'The models, the most reliable first'),
  warnings: texts('What the caller should know; absent when there is nothing').optional(),
})
export type ReliabilityResponse = z.infer<typeof ReliabilityResponse>
