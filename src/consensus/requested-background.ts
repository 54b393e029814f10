import type { ContextDocument, Message } from '../contract/conversation.ts'
import type { Attachment } from '../contract/message-content.ts'
import type { Background, Turn } from '../engine/index.ts'

/** What a request says besides its query; undefined for nothing. Instructions may stand anywhere in the conversation. */
export function requestedBackground(request: {
  messages?: Message[] | undefined
  context?: ContextDocument[] | undefined
  /** What comes with the query itself. */
  attachments?: Attachment[] | undefined
}): Background | undefined {
  const { messages = [], context: documents = [], attachments = [] } = request
  if (messages.length === 0 && documents.length === 0 && attachments.length === 0) return undefined
  const instructions: string[] = []
  const history: Turn[] = []
  for (const { role, content, attachments: attached } of messages) {
    if (role === 'system' || role === 'developer') instructions.push(content)
    else history.push({ role, text: content, ...(attached && { attachments: attached }) })
  }
  return {
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
    history,
    documents: documents.map(({ title, text }) => ({ title, text })),
    ...(attachments.length > 0 && { attachments }),
  }
}

/** Whether a question comes with images or files. */
export function hasAttachments(background: Background | undefined): boolean {
  if (background === undefined) return false
  return [background, ...background.history].some(({ attachments = [] }) => attachments.length > 0)
}
