import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { ChatChunk, ChatCompletion } from '../../../contract/chat/chat-response.ts'
import { chatErrorResponses, jsonRequest, runHeaders, servedHeaders } from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import { callerSignal } from '../../shared/node-response.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'
import type { EdgeServices } from '../edge-services.ts'
import { streamAnswer } from '../run-stream.ts'
import { acceptChat } from './accept-chat.ts'
import type { AcceptedChat } from './accepted-chat.ts'
import { sentChunks } from './chat-chunks.ts'
import { acceptSingle, isSingle } from './single-chat.ts'
import { refuseUnsupported } from './unsupported.ts'

/** POST /v1/chat/completions: a panel behind the protocol that most programs already speak. */
export function mountChat(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/chat/completions',
      operationId: 'createChatCompletion',
      tags: ['Chat'],
      summary: 'Ask a panel through the chat completions protocol of OpenAI',
      description:
        'For programs that speak this protocol. The last message is the question; the messages before it reach every model. The answer is that of POST /consensus-iterative, and the field stretto says how it came about.',
      ...protectedBy(services.keyring, ...jsonBody, answerSingle(services), refuseUnsupported),
      parameters: runHeaders,
      request: { body: jsonRequest(ChatRequest) },
      responses: {
        200: {
          description:
            'The answer as a completion. With stream: true it is sent as server-sent events: chunks with what the panel is doing in reasoning_content, then the accepted answer in content, and [DONE]; a run that fails sends an error instead, without [DONE]',
          headers: servedHeaders,
          content: {
            'application/json': { schema: ChatCompletion },
            'text/event-stream': { schema: ChatChunk },
          },
        },
        ...chatErrorResponses(401, 404, 413, 415, 422, 429, 502, 503, 504),
      },
    }),
    async (context) => {
      const chat = context.req.valid('json')
      const answer = await acceptChat(context, services, { chat, body: await context.req.json() })
      return sendAnswer(context, services, { answer, isStreamed: chat.stream === true }) as never
    },
  )
}

/** Answers requests to single models before anything about panels is checked: they are passed on as they are. */
function answerSingle(services: EdgeServices): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    const body: unknown = await context.req.json().catch(() => null)
    if (!isSingleBody(body) || !isSingle(context, services, body.model)) return next()
    const answer = await acceptSingle(context, services, body)
    return sendAnswer(context, services, { answer, isStreamed: body.stream === true })
  }
}

/** An id without white space and control characters. */
const MODEL_ID = /^[^\s\p{C}]{1,200}$/u

function isSingleBody(body: unknown): body is Record<string, unknown> & { model: string } {
  if (typeof body !== 'object' || body === null) return false
  const { model, messages } = body as Record<string, unknown>
  return typeof model === 'string' && MODEL_ID.test(model) && Array.isArray(messages) && messages.length > 0
}

async function sendAnswer(
  context: Context<RequestEnvironment>,
  { log }: EdgeServices,
  { answer, isStreamed }: { answer: AcceptedChat; isStreamed: boolean },
): Promise<Response> {
  if (!isStreamed) return context.json(await answer.whole(callerSignal(context)), 200)
  return streamAnswer(context, {
    begin: answer.begin,
    events: (signal) => sentChunks(answer.chunks(signal)),
    toFailure: (data) => [{ data }],
    log,
  })
}
