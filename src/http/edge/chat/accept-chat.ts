import type { Context } from 'hono'
import { servedResponse } from '../../../consensus/edge-response.ts'
import type { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { ENGINE_VERSION } from '../../../engine/index.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'
import { edgeCall, showAge } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import { followRun } from '../run-stream.ts'
import type { AcceptedChat } from './accepted-chat.ts'
import { chatChunks } from './chat-chunks.ts'
import { chatCompletion } from './chat-completion.ts'
import { offeredModel, offeredModels } from './chat-models.ts'
import { readChatRequest, throwAboutOptions } from './read-chat-request.ts'
import { acceptSingle, isSingle } from './single-chat.ts'

/** Accepts a chat request, given also as it was sent; throws what can be said before anybody is asked. */
export async function acceptChat(
  context: Context<RequestEnvironment>,
  services: EdgeServices,
  { chat, body }: { chat: ChatRequest; body: Record<string, unknown> },
): Promise<AcceptedChat> {
  if (isSingle(context, services, chat.model))
    return acceptSingle(context, services, { ...body, model: chat.model })
  const model = offeredModel(chat.model, offeredModels(services.panels))
  const { request, step, attachments, ...limited } = readChatRequest(chat, model, body)
  const preparing = services.consensus.prepare({
    ...edgeCall(context, services, request, Boolean(step ?? attachments)),
    step,
    attachments,
    format: limited.format,
    sampling: { temperature: chat.temperature, seed: chat.seed },
    singleShot: false,
  })
  const prepared = await preparing.catch(throwAboutOptions)
  if ('served' in prepared) showAge(context, prepared.served)
  const order = {
    common: {
      id: `chatcmpl-${services.newId()}`,
      created: Math.floor(services.wallClock() / 1000),
      model: chat.model,
      system_fingerprint: `stretto-${ENGINE_VERSION}`,
    },
    ...limited,
    metadata: chat.metadata,
    newId: services.newId,
    includeUsage: chat.stream_options?.include_usage === true,
  }
  return {
    async whole(signal) {
      const isStored = 'served' in prepared
      const response = isStored ? servedResponse(prepared.served) : await prepared.run({ signal })
      // An identical run of another process may have ended meanwhile.
      showAge(context, response)
      return chatCompletion(response, order)
    },
    chunks: (signal) => chatChunks(followRun(prepared, signal), order),
  }
}
