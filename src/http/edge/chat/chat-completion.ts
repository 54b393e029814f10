import type { ChatCompletion, ChatUsage } from '../../../contract/chat/chat-response.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { ENGINE_VERSION } from '../../../engine/index.ts'
import { type LimitedText, limitText, type TextLimits } from './limit-text.ts'

/** What is known of a completion before its answer. */
export interface CompletionOrder {
  /** New for every completion, because programs take it for the key of a message. */
  id: string
  /** The model as it was requested. */
  model: string
  /** Unix time in seconds. */
  created: number
  limits: TextLimits
  warnings: string[]
  metadata: Record<string, string> | undefined
}

/** Which software answered. */
export const SYSTEM_FINGERPRINT = `stretto-${ENGINE_VERSION}`

/** The answer of a panel as a completion. */
export function chatCompletion(response: EdgeConsensusResponse, order: CompletionOrder): ChatCompletion {
  const text = limitText(order.limits)
  const content = text.push(response.final_answer) + text.end()
  return {
    id: order.id,
    object: 'chat.completion',
    created: order.created,
    model: order.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: text.finishReason(),
      },
    ],
    usage: chatUsage(response),
    system_fingerprint: SYSTEM_FINGERPRINT,
    ...(order.metadata === undefined ? {} : { metadata: order.metadata }),
    stretto: deliberated(response, order.warnings, text),
  }
}

/** The tokens of all calls to models. */
export function chatUsage({ usage }: EdgeConsensusResponse): ChatUsage {
  const { prompt_tokens, completion_tokens } = usage
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** How the answer came about, for those who want to know more than its text. */
export function deliberated(
  response: EdgeConsensusResponse,
  warnings: string[],
  text: LimitedText,
): ChatCompletion['stretto'] {
  const { final_answer: _, query: __, ...rest } = response
  const cut = text.finishReason() === 'length' ? [CUT_WARNING] : []
  return { ...rest, warnings: [...rest.warnings, ...warnings, ...cut] }
}

const CUT_WARNING =
  'The answer was cut at max_tokens, at about four characters for a token; the calls of the panel are limited by stretto.max_calls and stretto.max_cost_usd.'
