import { z } from 'zod'
import { flag, list, named, text, trueOrFalse } from './described.ts'
import { LIMITS } from './limits.ts'
import { textNamed } from './panel.ts'

/** What the endpoints for verdicts do. */
export const VERDICT_DESCRIPTION =
  'Takes whether the answer is right, or what the right answer is, and responds which models were right at first, as far as that is certain. A later verdict replaces an earlier one. Where keys share a cache, only the key that asked can judge a result. Verdicts are stored even if the run is not counted, and are kept when the result is deleted.'

export const VerdictRequest = z
  .object({
    right: trueOrFalse('right').optional().describe('Whether the answer of the result is right'),
    answer: textNamed('answer', LIMITS.verdictAnswerCharacters, 'must be a string')
      .optional()
      .meta({ description: 'The right answer, as short as the question allows', example: '299 792 458 m/s' }),
  })
  .refine(({ right, answer }) => (right === undefined) !== (answer === undefined), {
    path: ['right'],
    error:
      'send either right (true or false: is the answer of the result right?) or answer (the right answer), and not both',
  })
  .meta({ id: 'VerdictRequest', description: 'Whether a result is right: either right or answer' })

export type VerdictRequest = z.input<typeof VerdictRequest>

export const VerdictResponse = named('VerdictResponse', 'The verdict as it was understood and stored', {
  id: text('The id of the result or task'),
  right: flag('Whether its answer is right; null when that cannot be told for certain').nullable(),
  models: list(
    named('ModelVerdict', 'What a verdict says about a model', {
      model: text('The id of the model'),
      name: text('The name of its seat'),
      right: flag('Whether its first answer was right; null when that cannot be told for certain').nullable(),
    }),
    'What the verdict says about each model of the panel',
  ),
  counted: flag('Whether the run is one of those that the votes of models are estimated from'),
  reason: text('Why it changes nothing; absent when it does').optional(),
})
export type VerdictResponse = z.infer<typeof VerdictResponse>
