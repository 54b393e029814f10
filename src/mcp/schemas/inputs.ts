import { z } from 'zod'
import { AxiomSearchQuery, HIGHEST_LEVEL } from '../../contract/axiom.ts'
import { budgetFields } from '../../contract/budget.ts'
import { integerFrom, numberFrom } from '../../contract/described.ts'
import { EdgeConsensusRequest } from '../../contract/edge-consensus.ts'
import { LIMITS } from '../../contract/limits.ts'
import { isWritable, unwritable } from '../../contract/writable-text.ts'

const { query, models, kind, criteria, max_iterations, skip_cache, context } = EdgeConsensusRequest.shape
const { max_cost_usd, max_calls, timeout_seconds } = budgetFields

/** The longest that a call may wait for a run. */
export const LONGEST_WAIT_SECONDS = 45

const confirmation = {
  confirm_cost_usd: numberFrom(0, LIMITS.costUsd, 'confirm_cost_usd').optional().meta({
    description:
      'The cost in US dollars that the user has agreed to. Only needed if a call was refused because of its cost and the user cannot be asked in any other way',
  }),
}
const budget = { max_cost_usd, max_calls, timeout_seconds, ...confirmation }

/** A text with a name in its messages. */
function textNamed(name: string, most: number) {
  return z
    .string({ error: `${name} is required and must be a string` })
    .trim()
    .min(1, `${name} must not be blank`)
    .max(most, `${name} must have at most ${most} characters`)
    .refine(isWritable, unwritable(name))
}

export const AskPanel = z.strictObject({
  query,
  context,
  models,
  kind,
  criteria,
  max_iterations,
  skip_cache,
  ...budget,
})

export const CheckClaim = z.strictObject({
  claim: textNamed('claim', LIMITS.claimCharacters).meta({
    description: 'The statement, in words that can be understood without anything else',
  }),
  context,
  models,
  ...budget,
})

const ANSWERS_RULE = `answers must have from 2 to ${LIMITS.panelMaximum} entries`

export const CompareAnswers = z.strictObject({
  question: textNamed('question', LIMITS.queryCharacters)
    .optional()
    .meta({ description: 'What the texts answer' }),
  answers: z
    .array(
      z.strictObject(
        {
          name: textNamed('name', LIMITS.modelIdentifierCharacters)
            .optional()
            .meta({ description: 'Who wrote it; a number by default' }),
          text: textNamed('text', LIMITS.answerCharacters).meta({ description: 'The whole text' }),
        },
        { error: 'each entry of answers must be an object with text' },
      ),
      { error: 'answers must be an array' },
    )
    .min(2, ANSWERS_RULE)
    .max(LIMITS.panelMaximum, ANSWERS_RULE)
    .meta({ description: 'The texts' }),
  models,
  ...confirmation,
})

export const SearchAxioms = z.strictObject({
  query: AxiomSearchQuery.shape.q.meta({ description: 'What to search for, in any words' }),
  levels: z
    .array(integerFrom(1, HIGHEST_LEVEL, 'each entry of levels'), { error: 'levels must be an array' })
    .min(1, 'levels must not be empty')
    .optional()
    .meta({ description: 'Levels from 1, mathematics and logic, to 7. Default: all' }),
  limit: integerFrom(1, LIMITS.topKMaximum, 'limit')
    .optional()
    .meta({ description: `Maximum number of axioms. Default: ${LIMITS.topKDefault}` }),
  min_score: numberFrom(0, 1, 'min_score')
    .optional()
    .meta({ description: `Minimum relevance. Default: ${LIMITS.minScoreDefault}` }),
})

export const GetResult = z.strictObject({
  id: textNamed('id', LIMITS.modelIdentifierCharacters).meta({
    description: 'A task id of a run that goes on, or the result id of a finished one',
  }),
  wait_seconds: integerFrom(0, LONGEST_WAIT_SECONDS, 'wait_seconds')
    .optional()
    .meta({
      description: `How long to wait for a run that goes on. Default: ${LONGEST_WAIT_SECONDS}`,
    }),
  cancel: z
    .boolean({ error: 'cancel must be true or false' })
    .optional()
    .meta({ description: 'When true, a run that goes on is ended, and so is what it costs' }),
})
