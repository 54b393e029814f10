import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { ChatChunk, ChatCompletion } from '../../../contract/chat/chat-response.ts'
import { chatErrorResponses, jsonRequest, runHeaders, servedHeaders } from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import { callerSignal } from '../../shared/node-response.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'
import { showAge } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import { streamRun } from '../run-stream.ts'
import { acceptChat, answerOf } from './accept-chat.ts'
import { chatChunks, sentChunks } from './chat-chunks.ts'
import { chatCompletion } from './chat-completion.ts'
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
      ...protectedBy(services.keyring, ...jsonBody, refuseUnsupported),
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
      const { prepared, order } = await acceptChat(context, services, chat)
      if (chat.stream === true)
        return streamRun(context, {
          prepared,
          toEvents: (steps) => sentChunks(chatChunks(steps, order)),
          toFailure: (data) => ({ data }),
          log: services.log,
        })
      const response = await answerOf(prepared, callerSignal(context))
      showAge(context, response)
      return context.json(chatCompletion(response, order), 200)
    },
  )
}
