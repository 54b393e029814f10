import type { Context } from 'hono'
import type { PreparedConsensus } from '../../../consensus/cached-consensus.ts'
import { servedResponse } from '../../../consensus/edge-response.ts'
import type { ChatRequest } from '../../../contract/chat/chat-request.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { ENGINE_VERSION } from '../../../engine/index.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'
import { edgeCall } from '../edge-call.ts'
import type { EdgeServices } from '../edge-services.ts'
import type { ChunkOrder } from './chat-chunks.ts'
import { offeredModel, offeredModels } from './chat-models.ts'
import { readChatRequest, throwAboutOptions } from './read-chat-request.ts'

/** A chat request that a panel will answer, or has answered before. */
export interface AcceptedChat {
  prepared: PreparedConsensus
  /** What its completion is made of besides the answer. */
  order: ChunkOrder
}

/** Reads a chat request to a panel; throws what can be said before anybody is asked. */
export async function acceptChat(
  context: Context<RequestEnvironment>,
  services: EdgeServices,
  chat: ChatRequest,
): Promise<AcceptedChat> {
  const model = offeredModel(chat.model, offeredModels(services.panels))
  const question = readChatRequest(chat, model, await context.req.json())
  const { request, step, attachments, limits, format, warnings } = question
  const preparing = services.consensus.prepare({
    ...edgeCall(context, services, request, Boolean(step ?? attachments)),
    step,
    attachments,
    format,
    sampling: { temperature: chat.temperature, seed: chat.seed },
    singleShot: false,
  })
  return {
    prepared: await preparing.catch(throwAboutOptions),
    order: {
      common: {
        id: `chatcmpl-${services.newId()}`,
        created: Math.floor(services.wallClock() / 1000),
        model: chat.model,
        system_fingerprint: `stretto-${ENGINE_VERSION}`,
      },
      limits,
      warnings,
      metadata: chat.metadata,
      newId: services.newId,
      includeUsage: chat.stream_options?.include_usage === true,
    },
  }
}

/** The answer to an accepted request. */
export async function answerOf(
  prepared: PreparedConsensus,
  signal: AbortSignal,
): Promise<EdgeConsensusResponse> {
  return 'served' in prepared ? servedResponse(prepared.served) : prepared.run({ signal })
}
