import type { ChatMessage, OfferedTools, ToolCall } from '../../../../engine/index.ts'
import type { Feature } from '../refused-features.ts'

/** What a request asks a model for. */
export interface Wanted {
  model: string
  messages: ChatMessage[]
  /** The JSON Schema of the reply; null for a text. */
  schema: object | null
  /** The schema with the name and the strictness that a caller gave it; absent for one of the engine. */
  named?: { name: string; schema: object } | undefined
  /** Absent where none is offered. */
  tools?: OfferedTools
  temperature: number
  seed: number | undefined
  /** Everything else is left out of the request. */
  features: ReadonlySet<Feature>
  maxTokens: number
}

/** A reply reduced to what is used of it. */
export interface PlainReply {
  text: string
  toolCalls: ToolCall[]
  /** Why the model does not answer, in its words; empty when it does. */
  refusal: string
  /** Why it ended, in the provider's word; null when it did not say. */
  ending: string | null
  /** What that word means, if it means that the reply is not a whole answer. */
  defect: 'cut' | 'withheld' | null
  /** The concrete model that answered; undefined when it is not named. */
  servedModel: string | undefined
}

/** How a provider is addressed, asked and understood. */
export interface Protocol {
  /** Whether it is that of OpenAI's chat completions. */
  isChat: boolean
  /** The provider's own base URL. */
  ownUrl: string
  /** Where requests go below the base URL. */
  path(request: { model: string; isStreamed: boolean }): string
  headers(apiKey: string): Record<string, string>
  body(wanted: Wanted): object
  /** The reply in a body; null for a body that is none. */
  read(body: unknown): PlainReply | null
}

/** Where requests of a protocol go: below a base URL, or below the provider's own if that is null. */
export function baseOf({ ownUrl }: Protocol, baseUrl: string | null): string {
  const base = (baseUrl ?? ownUrl).replace(/\/$/, '')
  // The provider's own address is often given without the version.
  return ownUrl.startsWith(`${base}/`) ? ownUrl : base
}
