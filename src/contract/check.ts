import { z } from 'zod'
import { Anchor } from './axiom.ts'
import { budgetFields } from './budget.ts'
import { ClaimOpinion, ClaimQuote, ClaimType } from './claims.ts'
import { conversationFields } from './conversation.ts'
import { Abstention, Usage } from './deliberation.ts'
import { flag, list, named, oneOf, optional, required, share, text, texts, trueOrFalse } from './described.ts'
import { LIMITS } from './limits.ts'
import { answerOptions, ModelIdentifier, orElse, panelOf, textNamed } from './panel.ts'
import { isWritable, unwritable } from './writable-text.ts'

const { max_cost_usd, max_calls, timeout_seconds } = budgetFields
const models = optional(
  panelOf(ModelIdentifier).min(
    LIMITS.panelMinimum,
    `models must have at least ${LIMITS.panelMinimum} entries`,
  ),
  'Model identifiers. Default: the models configured on the server',
)

const question = textNamed('question', LIMITS.queryCharacters, 'must be a string').optional()

const CLAIMS_RULE = `claims must be an array of 1 to ${LIMITS.claims} statements`
const CLAIM_RULE = `a claim must be a string of 1 to ${LIMITS.claimCharacters} characters`

const GivenClaim = z
  .string(CLAIM_RULE)
  .trim()
  .min(1, CLAIM_RULE)
  .max(LIMITS.claimCharacters, CLAIM_RULE)
  .refine(isWritable, unwritable('a claim'))

export const CheckRequest = named('CheckRequest', 'Statements to be checked by a panel of models', {
  claims: z
    .array(GivenClaim, { error: CLAIMS_RULE })
    .min(1, CLAIMS_RULE)
    .max(LIMITS.claims, CLAIMS_RULE)
    .meta({
      description:
        'Statements that can be judged by themselves. All of them are put to every model in one call',
      example: ['The Great Wall of China is visible to the naked eye from the Moon.'],
    }),
  type: orElse(
    oneOf('type', ClaimType.options).describe(
      'What sort of statements they are. Only facts have a calibrated support',
    ),
    'fact',
  ),
  question: question.describe('The question that the statements answer, if they need one to be understood'),
  context: conversationFields.context,
  models,
  discuss: orElse(
    trueOrFalse('discuss').describe(
      'Whether those who disagree are asked once more, with the reasons of the others; that takes at most one further call per model',
    ),
    true,
  ),
  max_cost_usd,
  max_calls,
  timeout_seconds,
})
export type CheckRequest = z.infer<typeof CheckRequest>

/** What a panel says of a statement. */
export const CheckVerdict = z.enum(['true', 'false', 'depends', 'disputed', 'unsure'])
export type CheckVerdict = z.infer<typeof CheckVerdict>

const CheckRuling = named('CheckRuling', 'What one model says of a statement', {
  name: text('The model'),
  opinion: ClaimOpinion.describe('What it says of the statement'),
  reason: text('Why, in its own words; empty where it says that it is true'),
})

export const CheckedClaim = named('CheckedClaim', 'A statement and what the models say of it', {
  claim: text('The statement'),
  verdict: CheckVerdict.describe(
    'true: at least two thirds of the models that replied say so, and none says that it is false; false: the reverse; disputed: some say that it is true and others that it is false; depends: more than half say that it depends; unsure: anything else',
  ),
  support: share(
    'How far the models support it: (those who call it true + 1) / (all who replied + 2). For facts it is calibrated: how often points with that share were true in recorded biographies. Otherwise it is not a probability',
  ),
  rulings: list(CheckRuling, 'What each model says'),
  axioms: texts('The ids of the axioms that models name in their reasons'),
})
export type CheckedClaim = z.infer<typeof CheckedClaim>

const common = {
  models: texts('The models that were asked'),
  usage: Usage,
  router: text('Which provider answered'),
  warnings: texts('What the caller should know, in sentences'),
}

export const CheckResponse = named('CheckResponse', 'What a panel says of some statements', {
  claims: list(CheckedClaim, 'In the order of the request'),
  abstentions: list(
    z.object({ name: text('The model'), error: Abstention.describe('The reason') }),
    'The models that did not reply, and why',
  ),
  axioms: list(Anchor, 'The axioms that the models were shown'),
  ...common,
})
export type CheckResponse = z.infer<typeof CheckResponse>

const ANSWERS_RULE = `answers must be an array of ${LIMITS.panelMinimum} to ${LIMITS.panelMaximum} objects with name and text`
const NAME_RULE = `name must be one line of 1 to ${LIMITS.documentTitleCharacters} characters`
const TEXT_RULE = `text must have at most ${LIMITS.queryCharacters} characters`
const TOTAL_RULE = `answers must have at most ${LIMITS.contextCharacters} characters in all`
const NAMES_RULE = 'answers must not have the same name twice'

const GivenAnswer = z
  .object(
    {
      name: required('name')
        .trim()
        .regex(/^[^\r\n]+$/, NAME_RULE)
        .max(LIMITS.documentTitleCharacters, NAME_RULE)
        .refine(isWritable, unwritable('name'))
        .describe('Who says it; the model that reads the texts does not see it'),
      text: required('text')
        .refine((given) => given.trim() !== '', 'text must not be blank')
        .max(LIMITS.queryCharacters, TEXT_RULE)
        .refine(isWritable, unwritable('text'))
        .describe('The whole text'),
    },
    { error: 'each entry of answers must be an object with name and text' },
  )
  .meta({ id: 'GivenAnswer', description: 'A text to be compared with others' })

export const CompareRequest = named('CompareRequest', 'Texts to be compared', {
  question: question.describe(
    'The question that the texts answer; without it they are not grouped by their answers',
  ),
  answers: z
    .array(GivenAnswer, { error: ANSWERS_RULE })
    .min(LIMITS.panelMinimum, ANSWERS_RULE)
    .max(LIMITS.panelMaximum, ANSWERS_RULE)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, NAMES_RULE)
    .refine(
      (all) => all.reduce((sum, one) => sum + one.text.length, 0) <= LIMITS.contextCharacters,
      TOTAL_RULE,
    )
    .describe('The texts'),
  models: models.describe(
    'Models that may read the texts; one reads them, and a second one if its reading cannot be used. Default: the models configured on the server',
  ),
  reader: answerOptions.reader,
  max_cost_usd,
  timeout_seconds,
})
export type CompareRequest = z.infer<typeof CompareRequest>

/** How texts stand to a point. */
export const PointStatus = z.enum(['agreed', 'partial', 'single', 'disputed', 'missing'])
export type PointStatus = z.infer<typeof PointStatus>

export const ComparedPoint = named('ComparedPoint', 'A point, and which texts make it', {
  text: text('The point in one sentence, merged from all texts that make it'),
  type: ClaimType.describe('What sort of statement it is'),
  central: flag('Whether the answer would be another without it'),
  status: PointStatus.describe(
    'agreed: all texts say it; partial: several do, and the others are silent; single: one does; disputed: a text denies it; missing: no text says it, and whoever asks needs it',
  ),
  says: texts('Whose texts say it'),
  denies: texts('Whose texts deny it'),
  silent: texts('Whose texts do neither'),
  quotes: list(ClaimQuote, 'The passages in which texts say or deny it, found there word for word'),
})
export type ComparedPoint = z.infer<typeof ComparedPoint>

const AnswerGroup = named('AnswerGroup', 'Texts with the same main answer', {
  answer: text('What these texts answer, in one line; empty where the reader does not say'),
  names: texts('Whose texts give this answer'),
})

export const CompareResponse = named(
  'CompareResponse',
  'What some texts have in common, and where they differ',
  {
    groups: list(
      AnswerGroup,
      'Which texts give the same main answer, the largest group first; empty without a question, and where the reader does not say so of all',
    ),
    points: list(ComparedPoint, 'The points that matter, the most important first'),
    ...common,
  },
)
export type CompareResponse = z.infer<typeof CompareResponse>
