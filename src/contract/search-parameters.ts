import { z } from 'zod'
import { integerFrom, numberFrom } from './described.ts'
import { LIMITS } from './limits.ts'

const DECIMAL = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/

/** A number passed as a query parameter, in plain decimal notation: not 0x5, not 1e1. */
export function numberParameter(schema: z.ZodNumber | z.ZodInt) {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value
    return DECIMAL.test(value) ? Number(value) : Number.NaN
  }, schema)
}

export const searchParameters = {
  q: z
    .string({ error: 'q is required: the text to search for' })
    .trim()
    .min(1, 'q must not be blank')
    .max(LIMITS.searchCharacters, `q must have at most ${LIMITS.searchCharacters} characters`)
    .describe('Search text'),
  topK: numberParameter(integerFrom(1, LIMITS.topKMaximum, 'topK'))
    .default(LIMITS.topKDefault)
    .describe('Maximum number of results'),
  minScore: numberParameter(numberFrom(0, 1, 'minScore'))
    .default(LIMITS.minScoreDefault)
    .describe('Minimum score'),
}
