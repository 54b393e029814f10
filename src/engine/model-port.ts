import type { Abstention } from '../contract/deliberation.ts'
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
}

/** What came back, with what it cost. */
export interface ModelReply {
  text: string
  latencyMs: number
  promptTokens: number
  completionTokens: number
  costUsd: number
}

/** Asks a model; rejects with a ModelFailure when there is no reply to be had. */
export type AskModel = (call: ModelCall) => Promise<ModelReply>

/** A model call that came to nothing, with the provider's reason: it becomes the seat's abstention. */
export class ModelFailure extends Error {
  readonly code: string
  /** What was paid all the same, as far as the provider told; null when it told nothing. */
  readonly spent: Omit<ModelReply, 'text'> | null

  constructor(code: string, message: string, spent: ModelFailure['spent'] = null) {
    super(message)
    this.name = 'ModelFailure'
    this.code = code
    this.spent = spent
  }
}

/** Any failure of a call as an abstention; what is not a ModelFailure is named as unexpected. */
export function toAbstention(error: unknown): Abstention {
  if (error instanceof ModelFailure) return { code: error.code, message: error.message }
  return { code: 'failed', message: error instanceof Error ? error.message : String(error) }
}
