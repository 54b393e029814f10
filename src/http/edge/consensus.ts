import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { EdgeConsensusRequest, EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { errorResponses, jsonContent, jsonRequest } from '../shared/api-routes.ts'
import { requireKey, routerKeyOf } from '../shared/authenticate.ts'
import { jsonBody } from '../shared/json-body.ts'
import { routerKeyHeader, securedByKey } from '../shared/openapi-headers.ts'
import { lineOf, type RequestEnvironment } from '../shared/request-context.ts'
import { cacheScope, type EdgeServices } from './edge-services.ts'

/** POST /consensus-iterative: the whole φ-spiral. POST /consensus: its exposition alone. */
export function mountConsensus(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const route = (path: string, summary: string) =>
    createRoute({
      method: 'post',
      path,
      tags: ['Consensus'],
      summary,
      security: securedByKey,
      middleware: [requireKey(services.keyring), ...jsonBody],
      parameters: [routerKeyHeader],
      request: { body: jsonRequest(EdgeConsensusRequest) },
      responses: {
        200: jsonContent(
          EdgeConsensusResponse,
          'The answer, how far the models agree on it, and what it cost',
        ),
        ...errorResponses(400, 401, 413, 415, 429, 502, 503, 504),
      },
    })

  for (const [path, singleShot, summary] of [
    ['/consensus-iterative', false, 'Ask a panel and let it converge'],
    ['/consensus', true, 'Ask a panel once: the first, independent answers alone'],
  ] as const) {
    app.openapi(route(path, summary), async (context) => {
      const response = await services.consensus.answer({
        request: context.req.valid('json'),
        scope: cacheScope(services, context.get('caller')),
        caller: lineOf(context.get('caller')),
        routerKey: routerKeyOf(context),
        singleShot,
        // Asked for only when a run starts: the server builds a whole Request for it, which a cache hit need not pay.
        signal: () => context.req.raw.signal,
      })
      return context.json(response, 200)
    })
  }
}
