import type { z } from 'zod'
import type { ChatModel, ChatModelList } from '../contract/chat/chat-models.ts'
import type { ChatRequest as ChatRequestSchema } from '../contract/chat/chat-request.ts'
import type { ChatChunk, ChatCompletion } from '../contract/chat/chat-response.ts'
import type { CallOptions, Sender } from './send.ts'
import { streamChat } from './stream-chat.ts'

/** The body of `POST /v1/chat/completions`; whether it is streamed is decided by the method. */
export type ChatRequest = z.input<typeof ChatRequestSchema>

/** The methods for the chat API, which is part of the edge API. */
export function chatMethods(sender: Sender) {
  const completing = (request: ChatRequest, stream: boolean, { signal }: CallOptions) => ({
    method: 'POST' as const,
    path: '/v1/chat/completions',
    body: { ...request, stream },
    signal,
  })

  return {
    /** Asks a panel through the chat completions protocol. */
    chat(request: ChatRequest, options: CallOptions = {}): Promise<ChatCompletion> {
      return sender.json(completing(request, false, options))
    },
    /** Asks like `chat`, and yields the answer in chunks as it is accepted. A failure is thrown. */
    chatStream(request: ChatRequest, options: CallOptions = {}): AsyncGenerator<ChatChunk, void> {
      return streamChat(sender, completing(request, true, options))
    },
    /** The panels that the chat API offers as models. */
    chatModels({ signal }: CallOptions = {}): Promise<z.output<typeof ChatModelList>> {
      return sender.json({ method: 'GET', path: '/v1/models', signal })
    },
    /** A model of the chat API by its id. */
    chatModel(id: string, { signal }: CallOptions = {}): Promise<z.output<typeof ChatModel>> {
      return sender.json({ method: 'GET', path: `/v1/models/${encodeURIComponent(id)}`, signal })
    },
  }
}
