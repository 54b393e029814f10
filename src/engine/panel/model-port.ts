import type { Abstention } from '../../contract/deliberation.ts'
import type { Brief } from './brief.ts'
import type { Seat } from './panel.ts'

/** A message as chat models take it. */
export interface ChatMessage {
  role: 'system' | 'user'
  content: string
}

/** One call to one model. */
export interface ModelCall {
  seat: Seat
  iteration: number
  /** What the call is about, for callers that do not read prose. */
  brief: Brief
  /** The same as text, for language models. */
  messages: ChatMessage[]
  signal: AbortSignal
  /** Told what was paid so far whenever a reply that was paid for is of no use, before another try is made. */
  onSpent?: (spent: CallCost) => void
}

/** What a call cost, tries that came to nothing included. */
export interface CallCost {
  latencyMs: number
  promptTokens: number
  completionTokens: number
  costUsd: number
  /** How many requests it took, as far as they were paid for; one when absent, none for a call that was never made. */
  calls?: number
  /** What makes no sense in what the provider says of the cost; absent when there is nothing to say. */
  warnings?: string[]
}

/** What a call costs that is never made. */
export const NEVER_MADE: CallCost = {
  latencyMs: 0,
  promptTokens: 0,
  completionTokens: 0,
  costUsd: 0,
  calls: 0,
}

/** What came back, with what it cost. */
export interface ModelReply extends CallCost {
  text: string
}

/** Asks a model; rejects with a ModelFailure when there is no reply to be had. */
export type AskModel = (call: ModelCall) => Promise<ModelReply>

/** A model call that came to nothing, with the provider's reason: it becomes the seat's abstention. */
export class ModelFailure extends Error {
  readonly code: string
  /** What was paid all the same, as far as the provider told; null when it told nothing. */
  readonly spent: CallCost | null
  /** How long the provider asks to be left alone; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor(
    code: string,
    message: string,
    spent: CallCost | null = null,
    retryAfterMs: number | null = null,
  ) {
    super(message)
    this.name = 'ModelFailure'
    this.code = code
    this.spent = spent
    this.retryAfterMs = retryAfterMs
  }
}

/** Any failure of a call as an abstention; what is not a ModelFailure is named as unexpected. */
export function toAbstention(error: unknown): Abstention {
  if (error instanceof ModelFailure) {
    const { code, message, retryAfterMs } = error
    return retryAfterMs === null
      ? { code, message }
      : { code, message, retry_after_seconds: Math.ceil(retryAfterMs / 1000) }
  }
  return { code: 'failed', message: error instanceof Error ? error.message : String(error) }
}
