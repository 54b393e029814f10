import type { ChatMessage } from './chat-message.ts'
import type { OfferedTools } from './tools.ts'

/** A step of a conversation with tools: what was said and done so far, and what may be called next. */
export interface ToolStep {
  /** The conversation, as every seat gets it. */
  messages: ChatMessage[]
  offered: OfferedTools
}
