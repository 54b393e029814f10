import type {
  ChatCompletion,
  ChatUsage,
  FinishReason,
  ToolCall,
} from '../../../contract/chat/chat-response.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { limitText, type TextLimits } from './limit-text.ts'

/** What is known of a completion before its answer. */
export interface CompletionOrder {
  /** The fields that it shares with its chunks. The id is new for every completion: programs take it for the key of a message. */
  common: Pick<ChatCompletion, 'id' | 'created' | 'model' | 'system_fingerprint'>
  limits: TextLimits
  warnings: string[]
  metadata: Record<string, string> | undefined
  newId: () => string
}

/** The answer of a panel as a completion. */
export function chatCompletion(response: EdgeConsensusResponse, order: CompletionOrder): ChatCompletion {
  const { content, calls, finishReason, about } = completed(response, order)
  const message = {
    role: 'assistant' as const,
    content,
    ...(calls.length > 0 && { tool_calls: calls }),
    refusal: null,
  }
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

/** What a panel says and calls, within its limits, and how it came about, for those who want to know more. */
export function completed(response: EdgeConsensusResponse, order: CompletionOrder) {
  const { final_answer, query: _, ...rest } = response
  const { warnings, metadata } = order
  const { content, calls, finishReason } = said(response, order)
  const cut = finishReason === 'length' ? [CUT_WARNING] : []
  const stretto = { ...rest, warnings: [...rest.warnings, ...warnings, ...cut] }
  return { content, calls, finishReason, about: { ...(metadata && { metadata }), stretto } }
}

interface Said {
  content: string | null
  calls: ToolCall[]
  finishReason: FinishReason
}

function said(
  { final_answer, answer, tool_calls }: EdgeConsensusResponse,
  { limits, newId }: CompletionOrder,
): Said {
  if (tool_calls === undefined) return { ...limitText(final_answer, limits), calls: [] }
  const calls = tool_calls.map((called) => ({
    id: callId(newId),
    type: 'function' as const,
    function: called,
  }))
  // Where nothing was said, the calls themselves stand for it.
  return { content: final_answer === answer ? null : final_answer, calls, finishReason: 'tool_calls' }
}

/** An id that every provider accepts in a later request; some want exactly nine letters and digits. */
function callId(newId: () => string): string {
  return newId().replaceAll('-', '').slice(0, 9)
}

const CUT_WARNING =
  'The answer was cut at max_tokens, at about four characters for a token; the calls of the panel are limited by stretto.max_calls and stretto.max_cost_usd.'
