import type { ChatChunk } from '../../../contract/chat/chat-response.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import type { SentEvent } from '../../shared/event-stream.ts'
import type { RunStep } from '../run-stream.ts'
import { type CompletionOrder, chatUsage, deliberated, SYSTEM_FINGERPRINT } from './chat-completion.ts'
import { limitText } from './limit-text.ts'
import { progressInWords } from './progress-in-words.ts'

/** A completion that is sent in chunks. */
export interface ChunkOrder extends CompletionOrder {
  includeUsage: boolean
}

/**
 * The steps of a run as chunks: the role at once, what the panel is doing as thinking, the answer once it is accepted, the
 * reason for the end with the deliberation, and the usage if it was asked for.
 */
export async function* chatChunks(
  steps: AsyncIterable<RunStep>,
  order: ChunkOrder,
): AsyncGenerator<SentEvent, void> {
  const chunk = (
    choices: ChatChunk['choices'],
    more: Pick<ChatChunk, 'usage' | 'stretto' | 'metadata'> = {},
  ): SentEvent => {
    const { id, created, model, includeUsage } = order
    const common = {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      system_fingerprint: SYSTEM_FINGERPRINT,
    }
    return {
      data: JSON.stringify({ ...common, choices, ...(includeUsage ? { usage: null } : {}), ...more }),
    }
  }
  const saying = (delta: ChatChunk['choices'][number]['delta']) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: null }])

  yield saying({ role: 'assistant', content: '' })
  const text = limitText(order.limits)
  let accepted = ''
  let response: EdgeConsensusResponse | null = null
  for await (const step of steps) {
    if ('response' in step) response = step.response
    else if (step.event.type === 'text-accepted') {
      accepted += step.event.text
      const content = text.push(step.event.text)
      if (content !== '') yield saying({ content })
    } else {
      const line = progressInWords(step.event)
      if (line !== null) yield saying({ reasoning_content: `${line}\n` })
    }
  }
  if (response === null) throw new Error('a run ended without an answer')
  if (!response.final_answer.startsWith(accepted))
    throw new Error('the accepted text is not the beginning of the final answer')
  // A stored answer, or that of a run in another process, comes without events.
  const rest = text.push(response.final_answer.slice(accepted.length)) + text.end()
  if (rest !== '') yield saying({ content: rest })
  const { metadata } = order
  yield chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: text.finishReason() }], {
    stretto: deliberated(response, order.warnings, text),
    ...(metadata === undefined ? {} : { metadata }),
  })
  if (order.includeUsage) yield chunk([], { usage: chatUsage(response) })
  yield { data: '[DONE]' }
}
