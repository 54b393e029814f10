import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { EdgeConsensusRequest, EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { errorResponses, jsonContent, jsonRequest } from '../documentation/api-routes.ts'
import { routerKeyHeader, securedBy } from '../documentation/openapi-headers.ts'
import { requireKey, routerKeyOf } from '../middleware/authenticate.ts'
import { jsonBody, warningsAboutBody } from '../middleware/json-body.ts'
import { lineOf, type RequestEnvironment } from '../shared/request-context.ts'
import { cacheScope, type EdgeServices } from './edge-services.ts'

/** POST /consensus-iterative: the whole φ-spiral. POST /consensus: its exposition alone. */
export function mountConsensus(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const route = (about: { path: string; operationId: string; summary: string; description: string }) =>
    createRoute({
      ...about,
      method: 'post',
      tags: ['Consensus'],
      security: securedBy(services.keyring),
      middleware: [requireKey(services.keyring), ...jsonBody],
      parameters: [routerKeyHeader],
      request: { body: jsonRequest(EdgeConsensusRequest) },
      responses: {
        200: jsonContent(
          EdgeConsensusResponse,
          'The answer, how far the models agree on it, and what it cost',
        ),
        ...errorResponses(401, 413, 415, 429, 502, 503, 504),
      },
    })

  for (const { singleShot, ...about } of [
    {
      singleShot: false,
      path: '/consensus-iterative',
      operationId: 'createIterativeConsensus',
      summary: 'Ask a panel and let it converge',
      description:
        'Every model answers, then revises until they agree or the iterations are used up. A past answer to the same question is served instead, unless skip_cache is true.',
    },
    {
      singleShot: true,
      path: '/consensus',
      operationId: 'createConsensus',
      summary: 'Ask a panel once: the first, independent answers alone',
      description: 'As /consensus-iterative with one iteration, and with no text written from the answers.',
    },
  ]) {
    app.openapi(route(about), async (context) => {
      const ignored = await warningsAboutBody(context, EdgeConsensusRequest)
      const response = await services.consensus.answer({
        request: context.req.valid('json'),
        scope: cacheScope(services, context.get('caller')),
        caller: lineOf(context.get('caller')),
        routerKey: routerKeyOf(context),
        singleShot,
        // Asked for only when a run starts: the server builds a whole Request for it, which a cache hit need not pay.
        signal: () => context.req.raw.signal,
      })
      // Added here, to what this caller is told: the answer may be stored, and shared with others.
      return context.json({ ...response, warnings: [...response.warnings, ...ignored] }, 200)
    })
  }
}
