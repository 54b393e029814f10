import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import {
  ChatEmbeddingRequest,
  ChatEmbeddings,
  EmbeddingBatchResponse,
  EmbeddingRequest,
  EmbeddingResponse,
} from '../../contract/embedding.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { toBase64 } from '../../utils/base64.ts'
import { chatErrorResponses, errorResponses, jsonContent, jsonRequest } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { queueKeyOf, type RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** About how many characters a token has. */
const CHARACTERS_PER_TOKEN = 4

/** POST /embeddings: vectors for one text or several. */
export function mountEmbeddings(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { embedder, embeddingsNeedKey, admission } = services
  app.openapi(
    createRoute({
      method: 'post',
      path: '/embeddings',
      operationId: 'createEmbeddings',
      tags: ['Embeddings'],
      summary: 'Embed one or more texts',
      description: 'A single text returns one embedding; an array of texts returns an array of embeddings.',
      ...embeddingAccess(services),
      request: { body: jsonRequest(EmbeddingRequest) },
      responses: {
        200: jsonContent(z.union([EmbeddingResponse, EmbeddingBatchResponse]), 'One vector per text'),
        ...(embeddingsNeedKey ? errorResponses(401) : {}),
        ...errorResponses(413, 415, 429, 502),
      },
    }),
    async (context) => {
      const { text, input } = context.req.valid('json')
      const given = text ?? input ?? []
      const texts = [given].flat()
      const caller = queueKeyOf(context.get('caller'))
      const vectors = await embedder.embed(texts, caller)
      const about = { model: embedder.name, dimensions: EMBEDDING_DIMENSIONS } as const
      if (typeof given === 'string')
        return context.json({ embedding: Array.from(vectors[0] ?? []), ...about }, 200)
      const written = await writeVectors(
        vectors,
        (vector) => JSON.stringify(Array.from(vector)),
        () => admission.takeTurn(caller),
      )
      const rest = JSON.stringify({ ...about, count: vectors.length })
      const body = `{"embeddings":${written},${rest.slice(1)}`
      return context.body(body, 200, { 'Content-Type': 'application/json' }) as never
    },
  )
}

/** POST /v1/embeddings: the vectors of POST /embeddings behind the protocol that most programs already speak. */
export function mountChatEmbeddings(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { embedder, embeddingsNeedKey, admission } = services
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/embeddings',
      operationId: 'createChatEmbeddings',
      tags: ['Chat'],
      summary: 'Embed texts through the protocol of OpenAI',
      description:
        'The vectors of POST /embeddings, for programs that speak this protocol. The key that may be needed is that of POST /embeddings.',
      ...embeddingAccess(services),
      request: { body: jsonRequest(ChatEmbeddingRequest) },
      responses: {
        200: jsonContent(ChatEmbeddings, 'One vector per text'),
        ...(embeddingsNeedKey ? chatErrorResponses(401) : {}),
        ...chatErrorResponses(413, 415, 429, 502),
      },
    }),
    async (context) => {
      const { input, encoding_format } = context.req.valid('json')
      const texts = [input].flat()
      const caller = queueKeyOf(context.get('caller'))
      const vectors = await embedder.embed(texts, caller)
      const encode = encoding_format === 'base64' ? inBase64 : inNumbers
      const data = await writeVectors(
        vectors,
        (vector, index) => JSON.stringify({ object: 'embedding', index, embedding: encode(vector) }),
        () => admission.takeTurn(caller),
      )
      const tokens = texts.reduce((sum, { length }) => sum + Math.ceil(length / CHARACTERS_PER_TOKEN), 0)
      const usage = { prompt_tokens: tokens, total_tokens: tokens }
      const rest = JSON.stringify({ model: embedder.name, usage })
      const body = `{"object":"list","data":${data},${rest.slice(1)}`
      return context.body(body, 200, { 'Content-Type': 'application/json' }) as never
    },
  )
}

/** Who may ask for embeddings: callers with a key, or anybody, as the operator has decided. */
function embeddingAccess({ keyring, embeddingsNeedKey }: EdgeServices) {
  return embeddingsNeedKey ? protectedBy(keyring, ...jsonBody) : { security: [], middleware: jsonBody }
}

/** Vectors as a JSON array. Serializing a hundred thousand numbers takes a while: other work runs between vectors. */
async function writeVectors(
  vectors: Float32Array[],
  write: (vector: Float32Array, index: number) => string,
  takeTurn: () => Promise<void>,
): Promise<string> {
  const written: string[] = []
  for (const [index, vector] of vectors.entries()) {
    await takeTurn()
    written.push(write(vector, index))
  }
  return `[${written.join(',')}]`
}

function inNumbers(vector: Float32Array): number[] {
  return Array.from(vector)
}

/** The bytes of the numbers as this machine has them: little-endian, like every machine that Node.js runs on but mainframes. */
function inBase64({ buffer, byteOffset, byteLength }: Float32Array): string {
  return toBase64(new Uint8Array(buffer, byteOffset, byteLength))
}
