import type { CallCost, ChatMessage, OfferedTools } from '../engine/index.ts'

/** The fields of a JSON object. */
export type Fields = Record<string, unknown>

/** What a chat request asks one model for, read from its fields. */
export interface SingleQuestion {
  messages: ChatMessage[]
  offered: OfferedTools
  /** The JSON Schema that the answer must satisfy; null for any text. */
  schema: object | null
  /** Undefined for what the provider does by itself. */
  temperature: number | undefined
  topP: number | undefined
  seed: number | undefined
  maxTokens: number | undefined
  stop: string[]
}

/** A chat request to one model. */
export interface SingleCall {
  /** The id of the model, as the caller wrote it. */
  model: string
  /** The request in OpenAI's protocol, as it goes to servers that speak it. */
  body: Fields
  /** What it asks for, for providers with a protocol of their own; throws for what those cannot do. */
  question: () => SingleQuestion
  /** The fields that a completion and its chunks begin with, where the provider sends none. */
  common: { id: string; created: number; model: string }
  /** The caller's own key for the routing provider. */
  routerKey: string | null
  signal: AbortSignal
  /** Called with each chunk of a stream; absent for one body. */
  onChunk?: (chunk: Fields) => void
}

/** A completion in OpenAI's protocol, and what it cost. */
export interface SingleReply {
  completion: Fields
  spent: CallCost
}

/** Single models, behind the same address as panels. */
export interface SingleModels {
  /** The server that answers for a model; null where none does. */
  serverOf(id: string, routerKey: string | null): string | null
  /** Asks a model; rejects with a ModelFailure. */
  ask(call: SingleCall): Promise<SingleReply>
}
