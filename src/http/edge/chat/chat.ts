import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { servedResponse } from '../../../consensus/edge-response.ts'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { ChatChunk, ChatCompletion } from '../../../contract/chat/chat-response.ts'
import { ENGINE_VERSION } from '../../../engine/index.ts'
import { chatErrorResponses, jsonRequest, runHeaders, servedHeaders } from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import { callerSignal } from '../../shared/node-response.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'
import { edgeCall, showAge } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import { streamRun } from '../run-stream.ts'
import { chatChunks } from './chat-chunks.ts'
import { chatCompletion } from './chat-completion.ts'
import { offeredModel, offeredModels } from './chat-models.ts'
import { readChatRequest, throwAboutOptions } from './read-chat-request.ts'
import { refuseUnsupported } from './unsupported.ts'

/** POST /v1/chat/completions: a panel behind the protocol that most programs already speak. */
export function mountChat(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const offered = offeredModels(services.panels)
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
      const model = offeredModel(chat.model, offered)
      const body = await context.req.json()
      const { request, limits, format, warnings } = readChatRequest(chat, model, body)
      const preparing = services.consensus.prepare({
        ...edgeCall(context, services, request),
        format,
        sampling: { temperature: chat.temperature, seed: chat.seed },
        singleShot: false,
      })
      const prepared = await preparing.catch(throwAboutOptions)
      const common = {
        id: `chatcmpl-${services.newId()}`,
        created: Math.floor(services.wallClock() / 1000),
        model: chat.model,
        system_fingerprint: `stretto-${ENGINE_VERSION}`,
      }
      const order = { common, limits, warnings, metadata: chat.metadata }
      const includeUsage = chat.stream_options?.include_usage === true
      if (chat.stream === true)
        return streamRun(context, {
          prepared,
          toEvents: (steps) => chatChunks(steps, { ...order, includeUsage }),
          toFailure: (data) => ({ data }),
          log: services.log,
        })
      const response =
        'served' in prepared
          ? servedResponse(prepared.served)
          : await prepared.run({ signal: callerSignal(context) })
      showAge(context, response)
      return context.json(chatCompletion(response, order), 200)
    },
  )
}
