import type { ChatChunk } from '../../../contract/chat/chat-response.ts'
import { progressInWords } from '../../../contract/progress-in-words.ts'
import type { SentEvent } from '../../shared/event-stream.ts'
import type { RunStep } from '../run-stream.ts'
import { type CompletionOrder, chatUsage, completed } from './chat-completion.ts'

/** A completion that is sent in chunks. */
export interface ChunkOrder extends CompletionOrder {
  includeUsage: boolean
}

/**
 * The steps of a run as chunks: the role at once, what the panel is doing as thinking, the answer, the reason for the
 * end with the deliberation, and the usage if it was asked for.
 */
export async function* chatChunks(
  steps: AsyncIterable<RunStep>,
  order: ChunkOrder,
): AsyncGenerator<ChatChunk, void> {
  const { includeUsage } = order
  const chunk = (choices: ChatChunk['choices'], more: Partial<ChatChunk> = {}): ChatChunk => ({
    ...order.common,
    object: 'chat.completion.chunk',
    choices,
    ...(includeUsage ? { usage: null } : {}),
    ...more,
  })
  const saying = (delta: ChatChunk['choices'][number]['delta']) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: null }])

  yield saying({ role: 'assistant', content: '' })
  for await (const step of steps) {
    if ('event' in step) {
      const line = progressInWords(step.event)
      if (line !== null) yield saying({ reasoning_content: `${line}\n` })
      continue
    }
    const { content, calls, finishReason, about } = completed(step.response, order)
    if (content) yield saying({ content })
    for (const [index, { id, type, function: called }] of calls.entries()) {
      yield saying({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] })
      yield saying({ tool_calls: [{ index, function: { arguments: called.arguments } }] })
    }
    yield chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: finishReason }], about)
    if (includeUsage) yield chunk([], { usage: chatUsage(step.response) })
  }
}

/** Chunks as they are sent, and the mark of their end. */
export async function* sentChunks(chunks: AsyncIterable<object>): AsyncGenerator<SentEvent, void> {
  for await (const chunk of chunks) yield { data: JSON.stringify(chunk) }
  yield { data: '[DONE]' }
}
