import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { EmbeddingBatchResponse, EmbeddingRequest, EmbeddingResponse } from '../../contract/embedding.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { errorResponses, jsonContent, jsonRequest } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { queueKeyOf, type RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

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

/** Who may ask for embeddings: callers with a key, or anybody, as the operator has decided. */
export function embeddingAccess({ keyring, embeddingsNeedKey }: EdgeServices) {
  return embeddingsNeedKey ? protectedBy(keyring, ...jsonBody) : { security: [], middleware: jsonBody }
}

/** Vectors as a JSON array. Serializing a hundred thousand numbers takes a while: other work runs between vectors. */
export async function writeVectors(
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
