import type { ContextDocument, Message } from '../contract/conversation.ts'
import type { Background, Turn } from '../engine/index.ts'

/** What a request says besides its query; undefined for nothing. Instructions may stand anywhere in the conversation. */
export function requestedBackground(request: {
  messages?: Message[] | undefined
  context?: ContextDocument[] | undefined
}): Background | undefined {
  const { messages = [], context: documents = [] } = request
  if (messages.length === 0 && documents.length === 0) return undefined
  const instructions: string[] = []
  const history: Turn[] = []
  for (const { role, content } of messages) {
    if (role === 'system' || role === 'developer') instructions.push(content)
    else history.push({ role, text: content })
  }
  return {
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
    history,
    documents: documents.map(({ title, text }) => ({ title, text })),
  }
}
