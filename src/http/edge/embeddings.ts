import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { EmbeddingBatchResponse, EmbeddingRequest, EmbeddingResponse } from '../../contract/embedding.ts'
import { EMBEDDING_DIMENSIONS } from '../../contract/limits.ts'
import { errorResponses, jsonContent, jsonRequest } from '../shared/api-routes.ts'
import { requireKey } from '../shared/authenticate.ts'
import { jsonBody, warningsAboutBody } from '../shared/json-body.ts'
import { securedBy } from '../shared/openapi-headers.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** POST /embeddings: the vectors of one text or of several. */
export function mountEmbeddings(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { embedder, keyring, embeddingsNeedKey } = services
  app.openapi(
    createRoute({
      method: 'post',
      path: '/embeddings',
      operationId: 'createEmbeddings',
      tags: ['Embeddings'],
      summary: 'Embed one text, or several',
      description: 'One text is answered with its embedding, an array of texts with an array of embeddings.',
      security: embeddingsNeedKey ? securedBy(keyring) : [],
      middleware: [...(embeddingsNeedKey ? [requireKey(keyring)] : []), ...jsonBody],
      request: { body: jsonRequest(EmbeddingRequest) },
      responses: {
        200: jsonContent(
          z.union([EmbeddingResponse, EmbeddingBatchResponse]),
          'One vector, or one for each text',
        ),
        ...errorResponses(401, 413, 415, 429, 502),
      },
    }),
    async (context) => {
      const { text, input } = context.req.valid('json')
      const given = text ?? input ?? []
      const vectors = await embedder.embed(typeof given === 'string' ? [given] : given)
      const embeddings = vectors.map((vector) => Array.from(vector))
      const warnings = await warningsAboutBody(context, EmbeddingRequest)
      const about = {
        model: embedder.name,
        dimensions: EMBEDDING_DIMENSIONS,
        ...(warnings.length > 0 ? { warnings } : {}),
      } as const
      if (typeof given === 'string') return context.json({ embedding: embeddings[0] ?? [], ...about }, 200)
      return context.json({ embeddings, ...about, count: embeddings.length }, 200)
    },
  )
}
