import type { ChatCompletion, ChatUsage } from '../../../contract/chat/chat-response.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { limitText, type TextLimits } from './limit-text.ts'

/** What is known of a completion before its answer. */
export interface CompletionOrder {
  /** The fields that it shares with its chunks. The id is new for every completion: programs take it for the key of a message. */
  common: Pick<ChatCompletion, 'id' | 'created' | 'model' | 'system_fingerprint'>
  limits: TextLimits
  warnings: string[]
  metadata: Record<string, string> | undefined
}

/** The answer of a panel as a completion. */
export function chatCompletion(response: EdgeConsensusResponse, order: CompletionOrder): ChatCompletion {
  const { content, finishReason, about } = completed(response, order)
  const message = { role: 'assistant' as const, content, refusal: null }
  return {
    ...order.common,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: chatUsage(response),
    ...about,
  }
}

/** The tokens of all calls to models. */
export function chatUsage({ usage }: EdgeConsensusResponse): ChatUsage {
  const { prompt_tokens, completion_tokens } = usage
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** The text of an answer within its limits, and how it came about, for those who want to know more. */
export function completed(
  { final_answer, query: _, ...rest }: EdgeConsensusResponse,
  { limits, warnings, metadata }: CompletionOrder,
) {
  const { content, finishReason } = limitText(final_answer, limits)
  const cut = finishReason === 'length' ? [CUT_WARNING] : []
  const stretto = { ...rest, warnings: [...rest.warnings, ...warnings, ...cut] }
  return { content, finishReason, about: { ...(metadata && { metadata }), stretto } }
}

const CUT_WARNING =
  'The answer was cut at max_tokens, at about four characters for a token; the calls of the panel are limited by stretto.max_calls and stretto.max_cost_usd.'
