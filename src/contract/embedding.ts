import { z } from 'zod'
import { count, list, named, text } from './described.ts'
import { EMBEDDING_DIMENSIONS, LIMITS } from './limits.ts'

const EmbeddingText = z
  .string()
  .regex(/\S/, 'a text to embed must not be blank')
  .max(
    LIMITS.embeddingCharacters,
    `a text to embed must have at most ${LIMITS.embeddingCharacters} characters`,
  )

/** One text or several, in a field of this name. */
export function oneOrMany(name: string) {
  const rule = `${name} must be a string of 1 to ${LIMITS.embeddingCharacters} characters, or an array of 1 to ${LIMITS.embeddingInputs} such strings`
  return z.union(
    [
      EmbeddingText,
      z
        .array(EmbeddingText)
        .min(1, 'give at least one text')
        .max(LIMITS.embeddingInputs, `give at most ${LIMITS.embeddingInputs} texts`),
    ],
    { error: ({ input }) => (areTokens(input) ? `${rule}. Tokens are not supported: send the text` : rule) },
  )
}

/** Whether a value is an array of tokens, or several of them. */
function areTokens(value: unknown): boolean {
  return Array.isArray(value) && [value[0]].flat().some((first) => typeof first === 'number')
}

export const EmbeddingRequest = z
  .object({
    text: oneOrMany('text').optional().describe('One text, or an array of up to 128 texts'),
    input: oneOrMany('input').optional().describe('Alias of text'),
  })
  .refine((body) => body.text !== undefined || body.input !== undefined, {
    path: ['text'],
    error: 'text is required: a string or an array of strings',
  })
  .meta({ id: 'EmbeddingRequest', description: 'One text, or several' })

const Vector = z.array(z.number()).length(EMBEDDING_DIMENSIONS)
const about = {
  model: text('The embedding model'),
  dimensions: z.literal(EMBEDDING_DIMENSIONS).describe('Length of every vector'),
}

export const EmbeddingResponse = named('EmbeddingResponse', 'Response to a single text', {
  embedding: Vector.describe('The vector of the text'),
  ...about,
})

export const EmbeddingBatchResponse = named('EmbeddingBatchResponse', 'Response to an array of texts', {
  embeddings: list(Vector, 'One vector for each text, in the same order'),
  ...about,
  count: count('How many vectors there are'),
})
