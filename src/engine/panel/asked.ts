import type { Attachment } from '../../contract/message-content.ts'

/** What was said before the question, or done after it. */
export interface Turn {
  role: 'user' | 'assistant' | 'tool'
  text: string
  attachments?: Attachment[]
}

export interface Document {
  title: string
  text: string
  /** Where a web page was found; absent for what the caller attached. */
  page?: { url: string; date: string | null }
}

/** What a question comes with, beside its own words. */
export interface Background {
  /** How the application that asks wants answers to be; null when it did not say. */
  instructions: string | null
  history: Turn[]
  documents: Document[]
  attachments?: Attachment[]
}

/** The question, and what the caller said about it. */
export interface Asked {
  query: string
  /** One line on what a good answer is; null when the caller gave none. */
  criteria: string | null
  /** Absent when it comes with nothing. */
  background?: Background
}

export interface ToolCall {
  /** By which its result refers to it; empty where the provider gives none. */
  id: string
  name: string
  /** JSON, as it was written. */
  arguments: string
}

export interface ToolDefinition {
  name: string
  description?: string
  /** The JSON Schema of its arguments; absent for none. */
  parameters?: Record<string, unknown>
  /** Whether the provider is to hold the model to the schema; absent for its own choice. */
  strict?: boolean
}

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

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  attachments?: Attachment[]
  toolCalls?: ToolCall[]
  /** The id of the call that a tool replies to. */
  toolCallId?: string
}
