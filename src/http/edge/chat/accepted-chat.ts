import type { ChatChunk, ChatCompletion } from '../../../contract/chat/chat-response.ts'

/** A chat request that will be answered: as a whole, or in chunks. */
export interface AcceptedChat {
  whole(signal: AbortSignal): Promise<ChatCompletion>
  chunks(signal: AbortSignal): AsyncIterable<ChatChunk>
  /** Begins a stream whose beginning may fail with a status; absent where nothing is left to fail so. */
  begin?(signal: AbortSignal): Promise<void>
}
