import type { Attachment } from '../../contract/message-content.ts'
import type { ToolCall } from './tools.ts'

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
