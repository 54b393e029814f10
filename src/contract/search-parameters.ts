import { z } from 'zod'
import { LIMITS } from './limits.ts'

const TOP_K_RULE = `topK must be an integer from 1 to ${LIMITS.topKMaximum}`
const MIN_SCORE_RULE = 'minScore must be a number from 0 to 1'

const DECIMAL = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/

/** A number passed as a query parameter, in plain decimal notation: not 0x5, not 1e1. */
function numberParameter(schema: z.ZodNumber | z.ZodInt) {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value
    return DECIMAL.test(value) ? Number(value) : Number.NaN
  }, schema)
}

/** The parameters shared by all text searches. */
export const searchParameters = {
  q: z
    .string({ error: 'q is required: the text to search for' })
    .trim()
    .min(1, 'q must not be blank')
    .max(LIMITS.queryCharacters, `q must have at most ${LIMITS.queryCharacters} characters`)
    .meta({ description: 'Search text' }),
  topK: numberParameter(z.int(TOP_K_RULE).min(1, TOP_K_RULE).max(LIMITS.topKMaximum, TOP_K_RULE))
    .default(LIMITS.topKDefault)
    .meta({ description: 'Maximum number of results' }),
  minScore: numberParameter(z.number(MIN_SCORE_RULE).min(0, MIN_SCORE_RULE).max(1, MIN_SCORE_RULE))
    .default(LIMITS.minScoreDefault)
    .meta({ description: 'Minimum score' }),
}
