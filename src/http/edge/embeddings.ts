import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  ChatEmbeddingRequest,
  ChatEmbeddings,
  EmbeddingBatchResponse,
  EmbeddingRequest,
  EmbeddingResponse,
} from '../../contract/embedding.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { toBase64 } from '../../utils/base64.ts'
import { at, chatErrors, errorResponses, jsonContent, jsonRequest } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { jsonBody, knownFields } from '../middleware/json-body.ts'
import { type Api, type ApiContext, type ApiMiddleware, queueKeyOf } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

const CHARACTERS_PER_TOKEN = 4

/** POST /embeddings, and POST /v1/embeddings: the same vectors behind the protocol that most programs already speak. */
export function mountEmbeddings(app: Api, services: EdgeServices): void {
  const { embedder, embeddingsNeedKey, admission, keyring } = services
  // The operator decides whether callers need a key.
  const accessThrough = (...middleware: ApiMiddleware[]) =>
    embeddingsNeedKey ? protectedBy(keyring, ...middleware) : { security: [], middleware }

  /** A vector as JSON for each text. To write a hundred thousand numbers takes a while: other work runs between vectors. */
  async function embed(
    context: ApiContext,
    texts: string[],
    write: (vector: Float32Array, index: number) => unknown,
  ): Promise<string[]> {
    const caller = queueKeyOf(context.get('caller'))
    const written: string[] = []
    for (const [index, vector] of (await embedder.embed(texts, caller)).entries()) {
      await admission.takeTurn(caller)
      written.push(JSON.stringify(write(vector, index)))
    }
    return written
  }

  const createEmbeddings = createRoute({
    ...at('post', '/embeddings', 'createEmbeddings'),
    tags: ['Embeddings'],
    summary: 'Embed one or more texts',
    description: 'A single text returns one embedding; an array of texts returns an array of embeddings.',
    ...accessThrough(...jsonBody, knownFields(EmbeddingRequest)),
    request: { body: jsonRequest(EmbeddingRequest) },
    responses: {
      200: jsonContent(z.union([EmbeddingResponse, EmbeddingBatchResponse]), 'One vector per text'),
      ...(embeddingsNeedKey ? errorResponses(401) : {}),
      ...errorResponses(413, 415, 429, 502),
    },
  })
  app.openapi(createEmbeddings, async (context) => {
    const { text, input } = context.req.valid('json')
    const given = text ?? input ?? []
    const written = await embed(context, [given].flat(), inNumbers)
    const about = { model: embedder.name, dimensions: EMBEDDING_DIMENSIONS }
    return typeof given === 'string'
      ? sent(context, `"embedding":${written[0]}`, about)
      : sent(context, `"embeddings":[${written.join(',')}]`, { ...about, count: written.length })
  })

  const createChatEmbeddings = createRoute({
    ...at('post', '/v1/embeddings', 'createChatEmbeddings'),
    tags: ['Chat'],
    summary: 'Embed texts through the protocol of OpenAI',
    description:
      'The vectors of POST /embeddings, for programs that speak this protocol. The key that may be needed is that of POST /embeddings.',
    ...accessThrough(...jsonBody),
    request: { body: jsonRequest(ChatEmbeddingRequest) },
    responses: {
      200: jsonContent(ChatEmbeddings, 'One vector per text'),
      ...(embeddingsNeedKey ? chatErrors(401) : {}),
      ...chatErrors(413, 415, 429, 502),
    },
  })
  app.openapi(createChatEmbeddings, async (context) => {
    const { input, encoding_format } = context.req.valid('json')
    const texts = [input].flat()
    const encode = encoding_format === 'base64' ? inBase64 : inNumbers
    const written = await embed(context, texts, (vector, index) => {
      return { object: 'embedding', index, embedding: encode(vector) }
    })
    const tokens = texts.reduce((sum, { length }) => sum + Math.ceil(length / CHARACTERS_PER_TOKEN), 0)
    const usage = { prompt_tokens: tokens, total_tokens: tokens }
    const data = `"object":"list","data":[${written.join(',')}]`
    return sent(context, data, { model: embedder.name, usage })
  })
}

/** Responds with an object whose first fields are JSON already. */
function sent(context: Context, fields: string, rest: object): never {
  const body = `{${fields},${JSON.stringify(rest).slice(1)}`
  return context.body(body, 200, { 'Content-Type': 'application/json' }) as never
}

function inNumbers(vector: Float32Array): number[] {
  return Array.from(vector)
}

/** The bytes of the numbers as this machine has them: little-endian, like every machine that Node.js runs on but mainframes. */
function inBase64({ buffer, byteOffset, byteLength }: Float32Array): string {
  return toBase64(new Uint8Array(buffer, byteOffset, byteLength))
}
