import { z } from 'zod'
import { count, flag, integer, list, named, number, optional, share, text, texts } from './described.ts'
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
  answered: count('In how many counted runs it gave an answer'),
  judged: count('How many of these answers callers have judged'),
  accuracy: share('How often its answers are right, as far as past runs tell'),
  low: share('The lower end of the interval in which that lies with a probability of 90%'),
  high: share('The upper end'),
  weight: number('The weight of its vote; 1 on average'),
  agreement: share(
    'How often it gives the answer of the panel where it gives one; null while runs is 0',
  ).nullable(),
  loss_without: number(
    'How much less often the panel would be right without it; below zero, more often without it; null while runs is 0',
  ).nullable(),
  cost_usd: number('What a first reply of it costs on average; null when unknown').nullable(),
  cost_per_right_usd: number(
    'What a right answer of it alone costs on average; null when unknown, or when it is hardly ever right',
  ).nullable(),
})

export const ReliabilityResponse = named('ReliabilityResponse', 'How reliable the models of a panel are', {
  models: texts('The models of the panel'),
  known: flag('Whether enough is known; otherwise votes are equal and members is empty'),
  runs: count(
    'How many counted runs of exactly these models this rests on; while too little is known, in how many all of them answered',
  ),
  needed: integer('In how many counted runs every model must have answered'),
  accuracy: share('How often the answer of the panel is right; null while too little is known').nullable(),
  leader: text(
    'The model that the panel follows alone, because verdicts say that this is better than to vote; null where votes are counted',
  ).nullable(),
  members: list(MemberReliability, 'The models, the most reliable first'),
  warnings: texts('What the caller should know; absent when there is nothing').optional(),
})
export type ReliabilityResponse = z.infer<typeof ReliabilityResponse>

const StagedPanelFigures = named('PanelFigures', 'A panel, and how its first stage does', {
  name: text('Its name; null for one that requests have named').nullable(),
  models: texts('The ids of its models'),
  first: texts('Those that are asked first; absent where all are asked at once').optional(),
  stage: optional(
    z.object({
      runs: count('How many closed questions the first models were asked'),
      accepted: count('How often their answer stood'),
      passed_on: count('How often the others were asked'),
      audited: count('How many of their answers were compared with those of all models, or with a verdict'),
      agreed: count('How often all models, or the verdict, agreed with them'),
      promised: share(
        'How sure they were of the answers that were compared, on average; null without any',
      ).nullable(),
      enough: share(
        'The confidence they need now, if a request asks for the default: more where they agreed less often than promised',
      ),
    }),
    'What became of its first stage in the newest runs of the caller; present with first',
  ),
})

export const PanelsResponse = named('PanelsResponse', 'Panels, and how their first stages do', {
  panels: list(
    StagedPanelFigures,
    'The default panel, which is named auto; those of the operator; and those with a first stage that the caller has asked for',
  ),
  count: count('How many there are'),
})
export type PanelsResponse = z.infer<typeof PanelsResponse>
