import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import { errorResponses, routerKeyHeader } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { asInner } from '../shared/inner-requests.ts'
import { callerSignal } from '../shared/node-response.ts'
import { queueKeyOf, type RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** What the tools send on in the name of the caller. */
const FORWARDED = [
  'x-api-key',
  'authorization',
  'x-router-key',
  'x-forwarded-for',
  'traceparent',
  'tracestate',
]

const MESSAGE = {
  type: 'object' as const,
  description: 'A message of the Model Context Protocol',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { type: 'string' as const, enum: ['2.0'], description: 'The version of JSON-RPC' },
    id: { type: 'integer' as const, description: 'The id of a request; absent in a notification' },
    method: { type: 'string' as const, description: 'What is asked for', example: 'tools/list' },
    params: { type: 'object' as const, description: 'Its parameters' },
  },
}
const ANSWER = {
  type: 'object' as const,
  description: 'The answer of the Model Context Protocol: a result or an error',
  properties: {
    jsonrpc: { type: 'string' as const, description: 'The version of JSON-RPC' },
    id: { description: 'The id of the request' },
    result: { type: 'object' as const, description: 'The result' },
    error: { type: 'object' as const, description: 'The error' },
  },
}
const answered = (description: string) => ({
  description,
  content: { 'application/json': { schema: ANSWER } },
})

/** POST /mcp: the tools for assistants, which call the other endpoints in the name of their caller. */
export function mountMcp(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: '/mcp',
      operationId: 'sendMessage',
      tags: ['Tools'],
      summary: 'Tools for assistants, through the Model Context Protocol',
      description:
        'Streamable HTTP of the Model Context Protocol, versions 2026-07-28 and of 2025, without sessions: ask_panel, check_claim, search_axioms and get_result. Requests must accept application/json and text/event-stream. Closing the stream of a call ends its run.',
      ...protectedBy(services.keyring, checkOrigin(services.origins), ...jsonBody),
      parameters: [routerKeyHeader],
      request: { body: { required: true, content: { 'application/json': { schema: MESSAGE } } } },
      responses: {
        200: {
          description: 'The answer, or with Accept: text/event-stream what happens until it is there',
          content: { 'application/json': { schema: ANSWER }, 'text/event-stream': { schema: z.string() } },
        },
        202: { description: 'A notification was accepted' },
        406: answered('The request does not accept application/json and text/event-stream'),
        ...errorResponses(401, 403, 404, 413, 415, 429),
      },
    }),
    async (context) => {
      const { response, ended } = await services.mcp.answer({
        url: context.req.url,
        headers: context.req.raw.headers,
        body: await context.req.text(),
        owner: queueKeyOf(context.get('caller')),
        signal: callerSignal(context),
        fetch: (url, init) => askSelf(app, context, url, init),
      })
      context.set('streaming', ended)
      const headers = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' }
      return context.newResponse(response.body, response.status as 200, headers) as never
    },
  )
}

/** Sends a request of a tool to the same API, in the name of the caller; it has been admitted and counted already. */
async function askSelf(
  app: OpenAPIHono<RequestEnvironment>,
  context: Context<RequestEnvironment>,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const headers = new Headers(init.headers)
  for (const name of FORWARDED) {
    const value = context.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  headers.set('x-request-id', context.get('requestId'))
  // The connection says who asks; the response of the server is that of the message.
  const environment =
    context.env === undefined ? undefined : { ...(context.env as object), outgoing: undefined }
  return app.fetch(asInner(new Request(url, { ...init, headers })), environment)
}

/** Refuses web pages of other origins than those that may call the API. */
function checkOrigin(origins: string[]) {
  return (context: Context<RequestEnvironment>, next: () => Promise<void>) => {
    const origin = context.req.header('origin')
    if (origin === undefined || origins.includes('*') || origins.includes(origin)) return next()
    if (URL.canParse(origin) && new URL(origin).host === new URL(context.req.url).host) return next()
    throw new StrettoError(
      'forbidden',
      'Web pages of this origin may not call the tools. The operator can add it to CORS_ORIGINS.',
    )
  }
}
