import type { ChatChunk } from '../contract/chat/chat-response.ts'
import { StrettoConnectionError, streamedError } from './errors.ts'
import { openEvents } from './open-events.ts'
import type { Call, Sender } from './send.ts'

/** The chunks of a chat completion, up to the mark that it is complete. */
export async function* streamChat(sender: Sender, call: Call): AsyncGenerator<ChatChunk, void> {
  for await (const { data } of openEvents(sender, call)) {
    if (data === '[DONE]') return
    const chunk = JSON.parse(data)
    if ('error' in chunk) throw streamedError(data)
    yield chunk
  }
  throw new StrettoConnectionError('The stream ended before the answer was complete.')
}
