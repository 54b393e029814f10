import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { ChatEmbeddingRequest, ChatEmbeddings } from '../../../contract/chat/chat-embeddings.ts'
import { chatErrorResponses, jsonContent, jsonRequest } from '../../documentation/api-routes.ts'
import { queueKeyOf, type RequestEnvironment } from '../../shared/request-context.ts'
import type { EdgeServices } from '../edge-services.ts'
import { embeddingAccess, writeVectors } from '../embeddings.ts'

/** About how many characters a token has. */
const CHARACTERS_PER_TOKEN = 4

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

function inNumbers(vector: Float32Array): number[] {
  return Array.from(vector)
}

/** The bytes of the numbers as this machine has them: little-endian, like every machine that Node.js runs on but mainframes. */
function inBase64({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
