import { createRoute } from '@hono/zod-openapi'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { ChatChunk, ChatCompletion } from '../../../contract/chat/chat-response.ts'
import { ENGINE_VERSION } from '../../../engine/index.ts'
import { chatErrorResponses, jsonRequest, runHeaders, servedHeaders } from '../../documentation/api-routes.ts'
import { protectedBy } from '../../middleware/authenticate.ts'
import { jsonBody } from '../../middleware/json-body.ts'
import { type Api, type ApiContext, callerSignal } from '../../shared/request-context.ts'
import { edgeCall, showAge } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import { type FollowedTexts, followRun, streamAnswer } from '../run-stream.ts'
import { type CompletionOrder, chatChunks, chatCompletion, sentChunks } from './chat-completion.ts'
import { offeredModel, offeredModels } from './chat-models.ts'
import { readChatRequest, throwAboutOptions } from './read-chat-request.ts'
import { refuseUnsupported } from './unsupported.ts'

/** POST /v1/chat/completions: a panel behind the protocol that most programs already speak. */
export function mountChat(app: Api, services: EdgeServices): void {
  const createChatCompletion = createRoute({
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
          'The answer as a completion. With stream: true it is sent as server-sent events: chunks with what the panel is doing in reasoning_content, and provisionally the words of one model, then the accepted answer in content, and [DONE]; a run that fails sends an error instead, without [DONE]',
        headers: servedHeaders,
        content: {
          'application/json': { schema: ChatCompletion },
          'text/event-stream': { schema: ChatChunk },
        },
      },
      ...chatErrorResponses(401, 404, 413, 415, 422, 429, 502, 503, 504),
    },
  })
  app.openapi(createChatCompletion, async (context) => {
    const chat = context.req.valid('json')
    const { order, answer, steps } = await acceptChat(context, services, chat, await context.req.json())
    if (chat.stream !== true)
      return context.json(chatCompletion(await answer(callerSignal(context)), order), 200)
    const includeUsage = chat.stream_options?.include_usage === true
    return streamAnswer(context, {
      events: (signal) => sentChunks(chatChunks(steps(signal, 'one seat'), { ...order, includeUsage })),
      toFailure: (data) => [{ data }],
      log: services.log,
    }) as never
  })
}

/** Accepts a chat request, given also as it was sent; returns how its answer is to be written, and the answer. */
export async function acceptChat(
  context: ApiContext,
  services: EdgeServices,
  chat: ChatRequest,
  body: object,
) {
  const model = offeredModel(chat.model, offeredModels(services.panels))
  const read = readChatRequest(chat, model, body)
  const { request, step, attachments, format, footer = services.footer, limits, warnings } = read
  const preparing = services.consensus.prepare({
    ...edgeCall(context, services, request, Boolean(step ?? attachments)),
    step,
    attachments,
    format,
    sampling: { temperature: chat.temperature, seed: chat.seed },
    singleShot: false,
  })
  const prepared = await preparing.catch(throwAboutOptions)
  if ('served' in prepared) showAge(context, prepared.served)
  const order: CompletionOrder = {
    common: {
      id: `chatcmpl-${services.newId()}`,
      created: Math.floor(services.wallClock() / 1000),
      model: chat.model,
      system_fingerprint: `stretto-${ENGINE_VERSION}`,
    },
    footer,
    limits,
    warnings,
    metadata: chat.metadata,
    newId: services.newId,
  }
  return {
    order,
    async answer(signal: AbortSignal) {
      if ('served' in prepared) return prepared.served
      const response = await prepared.run({ signal })
      // An identical run of another process may have ended meanwhile.
      showAge(context, response)
      return response
    },
    steps: (signal: AbortSignal, texts: FollowedTexts) => followRun(prepared, signal, texts),
  }
}
