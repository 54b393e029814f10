import type { Abstention } from '../../contract/deliberation.ts'
import type { ChatMessage, ToolCall } from './asked.ts'
import type { Brief } from './brief.ts'
import type { Seat } from './panel.ts'
import type { CallCost } from './usage.ts'

/** What a model is told, and the marker that the tags in it end in. */
export interface Prompt {
  messages: ChatMessage[]
  marker: string
}

export interface ModelCall {
  seat: Seat
  iteration: number
  /** What the call is about, as structured data. */
  brief: Brief
  /** The same as text, for language models. */
  messages: ChatMessage[]
  signal: AbortSignal
  /** Whether only the first stage of a panel is asked; absent otherwise. */
  isOfFirstStage?: true
  /** Called with the cost so far whenever a paid reply is unusable, before another attempt is made. */
  onSpent?: (spent: CallCost) => void
  /** Called with the pieces of a streamed reply as they arrive. Attempts are numbered: one that is made again begins anew. */
  onText?: (attempt: number, piece: string) => void
}

export interface ModelReply extends CallCost {
  text: string
  toolCalls?: ToolCall[]
  /** The concrete model that answered, as its provider names it; absent when it did not say. */
  servedModel?: string
  /** The text reached the token limit and breaks off; only texts are returned in part. */
  isCut?: true
}

/** Calls a model; rejects with a ModelFailure when there is no usable reply. */
export type AskModel = (call: ModelCall) => Promise<ModelReply>

/** A failed model call, with the provider's reason: it becomes the abstention of the seat. */
export class ModelFailure extends Error {
  readonly code: string
  /** What was paid nevertheless, as far as the provider reported; null when unknown. */
  readonly spent: CallCost | null
  /** How long the provider asks callers to wait; null when it did not say. */
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

/** Any failure of a call as an abstention; anything but a ModelFailure gets the code failed. */
export function toAbstention(error: unknown): Abstention {
  if (error instanceof ModelFailure) {
    const { code, message, retryAfterMs } = error
    return retryAfterMs === null
      ? { code, message }
      : { code, message, retry_after_seconds: Math.ceil(retryAfterMs / 1000) }
  }
  return { code: 'failed', message: error instanceof Error ? error.message : String(error) }
}
