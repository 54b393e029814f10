import type { Attachment } from '../../contract/message-content.ts'

/** A call of a tool, as a model wrote it. */
export interface ToolCall {
  /** By which its result refers to it; empty where the provider gives none. */
  id: string
  name: string
  /** JSON, as it was written. */
  arguments: string
}

/** A tool that a model may call. */
export interface ToolDefinition {
  name: string
  description?: string
  /** The JSON Schema of its arguments; absent for none. */
  parameters?: Record<string, unknown>
  /** Whether the provider is to hold the model to the schema; absent for its own choice. */
  strict?: boolean
}

/** The tools that a reply may call. */
export interface OfferedTools {
  tools: ToolDefinition[]
  /** Whether tools may, must or must not be called, or which one must be. */
  choice: 'auto' | 'required' | 'none' | { name: string }
  /** Whether several calls may be made at once. */
  isParallel: boolean
}

/** A step of a conversation with tools: what was said and done so far, and what may be called next. */
export interface ToolStep {
  /** The conversation, as every seat gets it. */
  messages: ChatMessage[]
  offered: OfferedTools
  /** The JSON Schema that an answer in words must satisfy, with its name, as providers are told it; absent for none. */
  schema?: { name: string; schema: object }
}

/** A message in the format of chat models. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** What comes with the text; absent for nothing. */
  attachments?: Attachment[]
  /** The tools that an assistant called; absent for none. */
  toolCalls?: ToolCall[]
  /** The id of the call that a tool replies to. */
  toolCallId?: string
}
