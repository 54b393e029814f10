import type { z } from 'zod'
import type { ChatModel, ChatModelList } from '../contract/chat/chat-models.ts'
import type { ChatRequest as ChatRequestSchema } from '../contract/chat/chat-request.ts'
import type { ChatCompletion } from '../contract/chat/chat-response.ts'
import type { CallOptions, Sender } from './send.ts'
import { streamChat } from './stream-chat.ts'

/** The body of `POST /v1/chat/completions`; whether it is streamed is decided by the method. */
export type ChatRequest = z.input<typeof ChatRequestSchema>

/** The methods for the chat API, which is part of the edge API. */
export function chatMethods(sender: Sender) {
  const path = '/v1/chat/completions'
  return {
    /** Asks a panel through the chat completions protocol. */
    chat: (request: ChatRequest, options?: CallOptions) =>
      sender.post<ChatCompletion>(path, { ...request, stream: false }, options),
    /** Asks like `chat`, and yields the answer in chunks as it is accepted. A failure is thrown. */
    chatStream: (request: ChatRequest, { signal }: CallOptions = {}) =>
      streamChat(sender, { method: 'POST', path, body: { ...request, stream: true }, signal }),
    /** The panels that the chat API offers as models. */
    chatModels: (options?: CallOptions) => sender.get<z.output<typeof ChatModelList>>('/v1/models', options),
    /** A model of the chat API by its id. */
    chatModel: (id: string, options?: CallOptions) =>
      sender.get<z.output<typeof ChatModel>>(`/v1/models/${encodeURIComponent(id)}`, options),
  }
}
