import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { CheckCall } from '../../consensus/claim-checks.ts'
import { CheckRequest, CheckResponse } from '../../contract/check.ts'
import { errorResponses, jsonContent, jsonRequest, runHeaders } from '../documentation/api-routes.ts'
import { protectedBy, routerKeyOf } from '../middleware/authenticate.ts'
import { jsonBody, warningsAboutBody } from '../middleware/json-body.ts'
import { NAMED_MODELS, refuseSingleModel } from '../middleware/refuse-single-model.ts'
import { callerSignal } from '../shared/node-response.ts'
import { ownerOf, queueKeyOf, type RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** POST /check: what models say of statements that the caller has. */
export function mountChecks(app: OpenAPIHono<RequestEnvironment>, { keyring, checks }: EdgeServices): void {
  const common = {
    method: 'post' as const,
    tags: ['Checks'],
    ...protectedBy(keyring, ...jsonBody, refuseSingleModel(NAMED_MODELS)),
    parameters: runHeaders,
  }
  const failures = errorResponses(401, 413, 415, 429, 502, 503, 504)

  app.openapi(
    createRoute({
      ...common,
      path: '/check',
      operationId: 'checkClaims',
      summary: 'Ask a panel whether statements are true',
      description:
        'Every model judges all statements alone: true, false, depends or unsure, with a reason. Where some say true and others false, both sides are asked once more with the reasons of the other. The response says for each statement what follows and who says what. Nothing is stored.',
      request: { body: jsonRequest(CheckRequest) },
      responses: { 200: jsonContent(CheckResponse, 'What the models say of each statement'), ...failures },
    }),
    async (context) => {
      const ignored = await warningsAboutBody(context, CheckRequest)
      const { warnings, ...checked } = await checks.check(callOf(context, context.req.valid('json')))
      return context.json({ ...checked, warnings: [...warnings, ...ignored] }, 200)
    },
  )
}

function callOf(context: Context<RequestEnvironment>, request: CheckRequest): CheckCall {
  const caller = context.get('caller')
  return {
    request,
    scope: ownerOf(caller),
    caller: queueKeyOf(caller),
    routerKey: routerKeyOf(context),
    signal: callerSignal(context),
  }
}
