import { z } from 'zod'
import { Anchor } from './axiom.ts'
import { ClaimOpinion, ClaimType } from './claims.ts'
import { conversationFields } from './conversation.ts'
import { Abstention, Usage } from './deliberation.ts'
import { list, named, oneOf, optional, share, text, texts, trueOrFalse } from './described.ts'
import { LIMITS } from './limits.ts'
import { budgetFields, isWritable, ModelIdentifier, orElse, panelOf, textNamed, unwritable } from './panel.ts'

const { max_cost_usd, max_calls, timeout_seconds, patience } = budgetFields
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
  question: textNamed('question', LIMITS.queryCharacters, 'must be a string')
    .optional()
    .describe('The question that the statements answer, if they need one to be understood'),
  context: conversationFields.context,
  models: optional(
    panelOf(ModelIdentifier).min(
      LIMITS.panelMinimum,
      `models must have at least ${LIMITS.panelMinimum} entries`,
    ),
    'Model identifiers. Default: the models configured on the server',
  ),
  discuss: orElse(
    trueOrFalse('discuss').describe(
      'Whether those who disagree are asked once more, with the reasons of the others; that takes at most one further call per model',
    ),
    true,
  ),
  ...{ max_cost_usd, max_calls, timeout_seconds, patience },
})
export type CheckRequest = z.infer<typeof CheckRequest>

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

export const CheckResponse = named('CheckResponse', 'What a panel says of some statements', {
  claims: list(CheckedClaim, 'In the order of the request'),
  abstentions: list(
    z.object({ name: text('The model'), error: Abstention.describe('The reason') }),
    'The models that did not reply, and why',
  ),
  axioms: list(Anchor, 'The axioms that the models were shown'),
  models: texts('The models that were asked'),
  usage: Usage,
  router: text('Which provider answered'),
  warnings: texts('What the caller should know, in sentences'),
})
export type CheckResponse = z.infer<typeof CheckResponse>
