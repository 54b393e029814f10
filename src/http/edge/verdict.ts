import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { presentEntry } from '../../consensus/present/present.ts'
import { VerdictRequest, VerdictResponse } from '../../contract/verdict.ts'
import { errorResponses, jsonContent, jsonRequest, VERDICT_DESCRIPTION } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { ownerOf, type RequestEnvironment } from '../shared/request-context.ts'
import { findIn, noSuchResult } from './cache.ts'
import { type EdgeServices, readableScopes } from './edge-services.ts'

/** POST /results/{id}/verdict: what a caller knows about a result. */
export function mountVerdicts(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { cache, keyring, verdicts } = services
  app.openapi(
    createRoute({
      tags: ['Cache'],
      ...protectedBy(keyring, ...jsonBody),
      method: 'post',
      path: '/results/{id}/verdict',
      operationId: 'giveVerdict',
      summary: 'Say whether a result is right',
      description: VERDICT_DESCRIPTION,
      request: { params: z.object({ id: z.string() }), body: jsonRequest(VerdictRequest) },
      responses: {
        200: jsonContent(VerdictResponse, 'What follows from the verdict'),
        ...errorResponses(401, 404, 413, 415, 429, 503),
      },
    }),
    async (context) => {
      const { id } = context.req.valid('param')
      const caller = context.get('caller')
      const result = await findIn(readableScopes(services, caller), (scope) => cache.find(id, scope))
      if (result === null) throw noSuchResult(id)
      const { response, scope } = result
      const seats = response.models.map((model) => ({ model }))
      const entries = ((await cache.traceOf(id, scope)) ?? []).map((entry) => presentEntry(entry, seats))
      const verdict = {
        scope,
        caller: ownerOf(caller),
        given: context.req.valid('json'),
        run: { ...response, entries },
      }
      return context.json(await verdicts.give(verdict), 200)
    },
  )
}
