import { createRoute } from '@hono/zod-openapi'
import { CheckRequest, CheckResponse } from '../../contract/check.ts'
import { at, jsonRequest, jsonResponses, runHeaders } from '../documentation/api-routes.ts'
import { callerKeysOf, protectedBy } from '../middleware/authenticate.ts'
import { jsonBody, knownFields, NAMED_MODELS, refuseSingleModel } from '../middleware/json-body.ts'
import { type Api, callerSignal, ownerOf, queueKeyOf } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** POST /check: what models say of statements that the caller has. */
export function mountChecks(app: Api, { keyring, checks }: EdgeServices): void {
  const checkClaims = createRoute({
    ...at('post', '/check', 'checkClaims'),
    tags: ['Checks'],
    summary: 'Ask a panel whether statements are true',
    description:
      'Every model judges all statements alone: true, false, depends or unsure, with a reason. Where some say true and others false, both sides are asked once more with the reasons of the other. The response says for each statement what follows and who says what. Nothing is stored.',
    ...protectedBy(keyring, ...jsonBody, refuseSingleModel(NAMED_MODELS), knownFields(CheckRequest)),
    parameters: runHeaders,
    request: { body: jsonRequest(CheckRequest) },
    responses: jsonResponses(
      CheckResponse,
      'What the models say of each statement',
      [401, 413, 415, 502, 504],
    ),
  })
  app.openapi(checkClaims, async (context) => {
    const caller = context.get('caller')
    const { warnings, ...checked } = await checks.check({
      request: context.req.valid('json'),
      scope: ownerOf(caller),
      caller: queueKeyOf(caller),
      callerKeys: callerKeysOf(context),
      signal: callerSignal(context),
    })
    return context.json({ ...checked, warnings: [...warnings, ...context.get('ignored')] }, 200)
  })
}
