import { z } from 'zod'
import { always, count, list, named, oneOf, required, string, text } from '../described.ts'
import { oneOrMany } from '../embedding.ts'
import { EMBEDDING_DIMENSIONS } from '../limits.ts'
import { orAbsent } from './chat-request.ts'

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
