import { createRoute, z } from '@hono/zod-openapi'
import { STANDALONE } from '../../cache/cache-policy.ts'
import {
  CacheCheckRequest,
  CacheCheckResponse,
  CacheStatsResponse,
  ForgetQuery,
  ForgetResponse,
  SimilarQuery,
  SimilarResponse,
} from '../../contract/cache.ts'
import { StoredConsensusResponse } from '../../contract/edge-consensus.ts'
import { VERDICT_DESCRIPTION, VerdictRequest, VerdictResponse } from '../../contract/verdict.ts'
import { at, jsonRequest, jsonResponses, ownKeyHeaders } from '../documentation/api-routes.ts'
import { callerKeysOf, protectedBy } from '../middleware/authenticate.ts'
import { jsonBody, knownFields } from '../middleware/json-body.ts'
import { type Api, type ApiContext, ownerOf, queueKeyOf } from '../shared/request-context.ts'
import { cacheScope, findResult, requireOwner, storedResult, unknownResult } from './edge-call.ts'
import type { EdgeServices } from './edge-services.ts'

const ResultId = z.object({ id: z.string() })

/** POST /cache/check, GET /cache/stats, DELETE /cache/{id}, GET /similar, GET /results/{id} and its verdict: the past, within the caller's scope. */
export function mountCache(app: Api, services: EdgeServices): void {
  const { cache, keyring, routerFor, verdicts } = services
  const common = { tags: ['Cache'], ...protectedBy(keyring) }
  const where = (context: ApiContext, fingerprint: string | null) => ({
    scope: cacheScope(services, context.get('caller')),
    owner: ownerOf(context.get('caller')),
    router: routerFor(callerKeysOf(context)),
    fingerprint,
    caller: queueKeyOf(context.get('caller')),
  })

  const checkCache = createRoute({
    tags: ['Cache'],
    ...protectedBy(keyring, ...jsonBody, knownFields(CacheCheckRequest)),
    ...at('post', '/cache/check', 'checkCache'),
    summary: 'Check whether the same question was answered before',
    description:
      "Searches the caller's past results for the same question, however it was worded. Results that depend on more than the question and the panel, such as messages, context or criteria, are left out. No model is called.",
    parameters: ownKeyHeaders,
    request: { body: jsonRequest(CacheCheckRequest) },
    responses: jsonResponses(CacheCheckResponse, 'The stored answer, or hit: false', [401, 413, 415]),
  })
  app.openapi(checkCache, async (context) => {
    const hit = await cache.lookup(context.req.valid('json').query, where(context, STANDALONE))
    if (hit === null) return context.json({ hit: false }, 200)
    const { similarity, sameQuestion: same_question } = hit
    const { id: result_id, response } = hit.result
    const { final_answer, confidence, query: cached_query } = response
    const found = { hit: true, similarity, same_question, cached_query, result_id }
    return context.json({ ...found, result: { final_answer, confidence } }, 200)
  })

  const getCacheStatistics = createRoute({
    ...common,
    ...at('get', '/cache/stats', 'getCacheStatistics'),
    summary: 'Cache statistics',
    description:
      "Counts the caller's lookups through consensus requests and /cache/check. avg_similarity is the average over the hits.",
    responses: jsonResponses(CacheStatsResponse, 'Statistics of the caller', [401]),
  })
  app.openapi(getCacheStatistics, async (context) =>
    context.json(await cache.statistics(cacheScope(services, context.get('caller'))), 200),
  )

  const findSimilarQueries = createRoute({
    ...common,
    ...at('get', '/similar', 'findSimilarQueries'),
    summary: 'Find similar past queries',
    description:
      "Returns the caller's past queries closest in meaning, whether or not they ask the same thing.",
    parameters: ownKeyHeaders,
    request: { query: SimilarQuery },
    responses: jsonResponses(SimilarResponse, 'Past queries, most similar first', [401, 502]),
  })
  app.openapi(findSimilarQueries, async (context) => {
    const { q, topK, minScore } = context.req.valid('query')
    const similar = await cache.similar(q, where(context, null), { topK, minScore })
    return context.json({ query: q, similar, count: similar.length }, 200)
  })

  const getResult = createRoute({
    ...common,
    ...at('get', '/results/{id}', 'getResult'),
    summary: 'Get a stored result',
    description:
      'Returns a past result by the id from its response, with everything the models said in each iteration. Results are kept for 7 days.',
    request: { params: ResultId },
    responses: jsonResponses(StoredConsensusResponse, 'The stored response and all iterations', [401, 404]),
  })
  app.openapi(getResult, async (context) => {
    const { id } = context.req.valid('param')
    const { response, trace } = await storedResult(services, context.get('caller'), id)
    return context.json({ ...response, ...(trace && { trace }) }, 200)
  })

  const forgetResult = createRoute({
    ...common,
    ...at('delete', '/cache/{id}', 'forgetResult'),
    summary: 'Delete a stored result and stop matching it to other questions',
    description:
      'Deletes the result, and older ones of the key to the same question. Differently worded questions that received it are recorded as different for the key, so that they no longer match. Where keys share a cache, only the key that asked can delete a result.',
    request: { params: ResultId, query: ForgetQuery },
    responses: jsonResponses(
      ForgetResponse,
      'The deleted result and the questions that will no longer match it',
      [401, 403, 404],
    ),
  })
  app.openapi(forgetResult, async (context) => {
    const { id } = context.req.valid('param')
    const { query } = context.req.valid('query')
    const caller = context.get('caller')
    const result = await findResult(services, caller, id)
    requireOwner(caller, result)
    const forgotten = await cache.forget({ id, scope: result.scope, query })
    if (forgotten === null) throw unknownResult(id)
    return context.json(forgotten, 200)
  })

  const giveVerdict = createRoute({
    tags: ['Cache'],
    ...protectedBy(keyring, ...jsonBody, knownFields(VerdictRequest)),
    ...at('post', '/results/{id}/verdict', 'giveVerdict'),
    summary: 'Say whether a result is right',
    description: VERDICT_DESCRIPTION,
    request: { params: ResultId, body: jsonRequest(VerdictRequest) },
    responses: jsonResponses(VerdictResponse, 'What follows from the verdict', [401, 403, 404, 413, 415]),
  })
  app.openapi(giveVerdict, async (context) => {
    const { id } = context.req.valid('param')
    const caller = context.get('caller')
    const { trace: entries = [], ...stored } = await storedResult(services, caller, id)
    requireOwner(caller, stored)
    const run = { ...stored.response, entries }
    return context.json(await verdicts.give(stored.owner, context.req.valid('json'), run), 200)
  })
}
