import type { ChatMessage } from './chat-message.ts'
import type { OfferedTools } from './tools.ts'

/** A step of a conversation with tools: what was said and done so far, and what may be called next. */
export interface ToolStep {
  /** The conversation, as every seat gets it. */
  messages: ChatMessage[]
  offered: OfferedTools
  /** The JSON Schema that an answer in words must satisfy, with its name, as providers are told it; absent for none. */
  schema?: { name: string; schema: object }
}
