import { createRoute, z } from '@hono/zod-openapi'
import { AxiomSearchQuery } from '../../contract/axiom.ts'
import { CheckRequest } from '../../contract/check.ts'
import { EdgeConsensusRequest } from '../../contract/edge-consensus.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { RunEvent } from '../../contract/events.ts'
import { validationError } from '../../contract/validation-error.ts'
import type { PanelEdge } from '../../mcp/tool.ts'
import { at, errorResponses, ownKeyHeaders } from '../documentation/api-routes.ts'
import { callerKeysOf, protectedBy } from '../middleware/authenticate.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { dataOf } from '../shared/event-stream.ts'
import { type Api, type ApiContext, callerSignal, ownerOf, queueKeyOf } from '../shared/request-context.ts'
import { findResult, whoseCall } from './edge-call.ts'
import type { EdgeServices } from './edge-services.ts'
import { followRun } from './run-stream.ts'

// No schemas of zod, which would refuse a message in other words than those of its protocol.
const MESSAGE = { type: 'object' as const, description: 'A message of the Model Context Protocol' }
const ANSWER = { type: 'object' as const, description: 'The answer to it: a result or an error' }

/** POST /mcp: the tools for assistants, which do what other endpoints do, in the name of their caller. */
export function mountMcp(app: Api, services: EdgeServices): void {
  const sendMessage = createRoute({
    ...at('post', '/mcp', 'sendMessage'),
    tags: ['Tools'],
    summary: 'Tools for assistants, through the Model Context Protocol',
    description:
      'Streamable HTTP of the Model Context Protocol, versions 2026-07-28 and of 2025, without sessions: ask_panel, check_claim, search_axioms and get_result. Requests must accept application/json and text/event-stream. Closing the stream of a call ends its run.',
    ...protectedBy(services.keyring, checkOrigin(services.origins), ...jsonBody),
    parameters: ownKeyHeaders,
    request: { body: { required: true, content: { 'application/json': { schema: MESSAGE } } } },
    responses: {
      200: {
        description: 'The answer, or with Accept: text/event-stream what happens until it is there',
        content: { 'application/json': { schema: ANSWER }, 'text/event-stream': { schema: z.string() } },
      },
      202: { description: 'A notification was accepted' },
      406: {
        description: 'The request does not accept application/json and text/event-stream',
        content: { 'application/json': { schema: ANSWER } },
      },
      ...errorResponses(401, 403, 404, 413, 415),
    },
  })
  app.openapi(sendMessage, async (context) => {
    const { response, ended } = await services.mcp.answer({
      url: context.req.url,
      headers: context.req.raw.headers,
      body: await context.req.text(),
      owner: queueKeyOf(context.get('caller')),
      signal: callerSignal(context),
      edge: edgeFor(context, services),
      requestId: context.get('requestId'),
    })
    context.set('streaming', ended)
    const headers = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' }
    return context.newResponse(response.body, response.status as 200, headers) as never
  })
}

/** The edge API for the tools of a caller, whose message has been admitted and counted already. */
function edgeFor(context: ApiContext, services: EdgeServices): PanelEdge {
  const { consensus, checks, axioms, defaultModels } = services
  const caller = context.get('caller')
  const callerKeys = callerKeysOf(context)
  const asking = (given: Parameters<PanelEdge['dryRun']>[0]) => {
    const request = parsed(EdgeConsensusRequest, given)
    return { request, ...whoseCall(services, caller, request), callerKeys, singleShot: false }
  }
  return {
    async *stream(given, { signal = callerSignal(context) } = {}) {
      const call = asking(given)
      const seats = (call.request.models ?? defaultModels(callerKeys)).map((model) => ({ model }))
      for await (const step of followRun(await consensus.prepare(call), signal))
        yield 'event' in step
          ? ({ type: step.event.type, data: dataOf(step.event, seats) } as RunEvent)
          : { type: 'result', data: step.response }
    },
    dryRun: async (given) => consensus.dryRun(asking(given)),
    check: async (given, { signal = callerSignal(context) } = {}) =>
      checks.check({
        request: parsed(CheckRequest, given),
        scope: ownerOf(caller),
        caller: queueKeyOf(caller),
        callerKeys,
        signal,
      }),
    async searchAxioms({ levels = null, ...search }) {
      const { q, topK, minScore } = parsed(AxiomSearchQuery, search)
      const found = await axioms.search({ text: q, topK, minScore, levels, caller: queueKeyOf(caller) })
      return { query: q, axioms: found, count: found.length }
    },
    async result(id) {
      return (await findResult(services, caller, id)).response
    },
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given)
  if (!success) throw validationError(error, 'json')
  return data
}

/** Refuses web pages of other origins than those that may call the API. */
function checkOrigin(origins: string[]) {
  return (context: ApiContext, next: () => Promise<void>) => {
    const origin = context.req.header('origin')
    if (origin === undefined || origins.includes('*') || origins.includes(origin)) return next()
    if (URL.canParse(origin) && new URL(origin).host === new URL(context.req.url).host) return next()
    throw new StrettoError(
      'forbidden',
      'Web pages of this origin may not call the tools. The operator can add it to CORS_ORIGINS.',
    )
  }
}
