import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import {
  CacheCheckRequest,
  CacheCheckResponse,
  CacheStatsResponse,
  ForgetQuery,
  ForgetResponse,
  SimilarQuery,
  SimilarResponse,
} from '../../contract/cache.ts'
import { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { errorResponses, jsonContent, jsonRequest } from '../documentation/api-routes.ts'
import { routerKeyHeader, securedBy } from '../documentation/openapi-headers.ts'
import { requireKey, routerKeyOf } from '../middleware/authenticate.ts'
import { jsonBody, warningsAboutBody } from '../middleware/json-body.ts'
import { lineOf, type RequestEnvironment } from '../shared/request-context.ts'
import { cacheScope, type EdgeServices } from './edge-services.ts'

/** POST /cache/check, GET /cache/stats, DELETE /cache/{id}, GET /similar and GET /results/{id}: the past, within the caller's scope. */
export function mountCache(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { cache, keyring, routerFor } = services
  const common = { tags: ['Cache'], security: securedBy(keyring) }

  app.openapi(
    createRoute({
      ...common,
      method: 'post',
      path: '/cache/check',
      operationId: 'checkCache',
      summary: 'Has the same question been answered before?',
      description:
        "Looks among the caller's past results for the same question in any words. No model is asked.",
      middleware: [requireKey(keyring), ...jsonBody],
      parameters: [routerKeyHeader],
      request: { body: jsonRequest(CacheCheckRequest) },
      responses: {
        200: jsonContent(CacheCheckResponse, 'The stored answer, or no hit'),
        ...errorResponses(401, 413, 415, 429),
      },
    }),
    async (context) => {
      const scope = cacheScope(services, context.get('caller'))
      const caller = lineOf(context.get('caller'))
      const filter = { scope, router: routerFor(routerKeyOf(context)), fingerprint: null, caller }
      const hit = await cache.lookup(context.req.valid('json').query, filter)
      const warnings = await warningsAboutBody(context, CacheCheckRequest)
      const told = warnings.length > 0 ? { warnings } : {}
      if (hit === null) return context.json({ hit: false, ...told }, 200)
      const { similarity, sameQuestion: same_question } = hit
      const { final_answer, confidence, query: cached_query } = hit.result.response
      return context.json(
        {
          hit: true,
          similarity,
          same_question,
          cached_query,
          result_id: hit.result.id,
          result: { final_answer, confidence },
          ...told,
        },
        200,
      )
    },
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'get',
      path: '/cache/stats',
      operationId: 'getCacheStatistics',
      summary: 'How often the cache was asked and how often it knew',
      description: 'Lookups by consensus requests and by /cache/check; avg_similarity is over the hits.',
      middleware: [requireKey(keyring)],
      responses: {
        200: jsonContent(CacheStatsResponse, "The caller's own lookups"),
        ...errorResponses(401, 429),
      },
    }),
    async (context) => context.json(await cache.statistics(cacheScope(services, context.get('caller'))), 200),
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'get',
      path: '/similar',
      operationId: 'findSimilarQueries',
      summary: 'Past queries like this one',
      description: "The caller's past queries nearest in meaning, whether or not they ask the same.",
      middleware: [requireKey(keyring)],
      parameters: [routerKeyHeader],
      request: { query: SimilarQuery },
      responses: {
        200: jsonContent(SimilarResponse, 'Past queries, ranked by similarity'),
        ...errorResponses(401, 429, 502),
      },
    }),
    async (context) => {
      const { q, topK, minScore } = context.req.valid('query')
      const scope = cacheScope(services, context.get('caller'))
      const caller = lineOf(context.get('caller'))
      const filter = { scope, router: routerFor(routerKeyOf(context)), fingerprint: null, caller }
      const similar = await cache.similar(q, filter, { topK, minScore })
      return context.json({ query: q, similar, count: similar.length }, 200)
    },
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'get',
      path: '/results/{id}',
      operationId: 'getResult',
      summary: 'A stored result',
      description: 'A past answer by the id in its response. Results are kept for 7 days.',
      middleware: [requireKey(keyring)],
      request: { params: z.object({ id: z.string() }) },
      responses: {
        200: jsonContent(EdgeConsensusResponse, 'The result as it was given'),
        ...errorResponses(401, 404, 429),
      },
    }),
    async (context) => {
      const { id } = context.req.valid('param')
      const result = await cache.find(id, cacheScope(services, context.get('caller')))
      if (result === null) throw noSuchResult(id)
      return context.json(result.response, 200)
    },
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'delete',
      path: '/cache/{id}',
      operationId: 'forgetResult',
      summary: 'Forget a stored result, and that other questions were taken for its own',
      description:
        'Removes the result. The questions it was served to in other words are remembered as different ones.',
      middleware: [requireKey(keyring)],
      request: { params: z.object({ id: z.string() }), query: ForgetQuery },
      responses: {
        200: jsonContent(ForgetResponse, 'It is gone, and these questions are not served by the like again'),
        ...errorResponses(401, 404, 429, 503),
      },
    }),
    async (context) => {
      const { id } = context.req.valid('param')
      const { query } = context.req.valid('query')
      const scope = cacheScope(services, context.get('caller'))
      const forgotten = await cache.forget({ id, scope, query })
      if (forgotten === null) throw noSuchResult(id)
      return context.json(forgotten, 200)
    },
  )
}

/** The same for one that never was and for one of another caller. */
function noSuchResult(id: string): StrettoError {
  return new StrettoError('not_found', `There is no stored result ${id}; results are kept for 7 days.`)
}
