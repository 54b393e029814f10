import { z } from 'zod'
import { always, count, list, named, oneOf, orAbsent, required, string, text } from './described.ts'
import { EMBEDDING_DIMENSIONS, LIMITS } from './limits.ts'

const EmbeddingText = z
  .string()
  .regex(/\S/, 'a text to embed must not be blank')
  .max(
    LIMITS.embeddingCharacters,
    `a text to embed must have at most ${LIMITS.embeddingCharacters} characters`,
  )

/** One text or several, in a field of this name. */
function oneOrMany(name: string) {
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

const FORMATS = ['float', 'base64'] as const

export const ChatEmbeddingRequest = named(
  'ChatEmbeddingRequest',
  'Texts to embed, in the protocol of OpenAI',
  {
    model: required('model').meta({
      description:
        'Any name: there is one embedding model, that of the service, and the response says which it is',
      example: 'stretto',
    }),
    input: oneOrMany('input').meta({
      description: 'One text, or an array of up to 128 texts. Arrays of tokens are refused',
      example: 'hello',
    }),
    encoding_format: orAbsent(
      oneOf('encoding_format', FORMATS),
      'float: every vector is an array of numbers; base64: the bytes of its 32-bit floats, little-endian, in base64. Default: float',
    ),
    dimensions: orAbsent(
      z.literal(EMBEDDING_DIMENSIONS, {
        error: `dimensions must be ${EMBEDDING_DIMENSIONS} or left out: every vector has as many numbers`,
      }),
      `Length of every vector: ${EMBEDDING_DIMENSIONS}, whether it is given or not`,
    ),
    user: orAbsent(string('user'), 'Accepted and not used'),
  },
)

export const ChatEmbeddings = named('ChatEmbeddings', 'Vectors in the protocol of OpenAI', {
  object: always('list'),
  data: list(
    named('ChatEmbedding', 'The vector of a text', {
      object: always('embedding'),
      index: count('Which of the texts this is, from 0'),
      embedding: z
        .union([z.array(z.number()), z.string()])
        .describe('The vector of the text: numbers, or base64 if that was asked for'),
    }),
    'One entry for each text, in the same order',
  ),
  model: text('The embedding model of the service'),
  usage: z
    .object({
      prompt_tokens: count('About how many tokens the texts have: a quarter of their characters'),
      total_tokens: count('The same'),
    })
    .describe('An estimate; nothing is charged by it'),
})
export type ChatEmbeddings = z.infer<typeof ChatEmbeddings>
