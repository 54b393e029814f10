import type { Run } from '../deliberation.ts'
import type { Background, Turn } from '../panel/asked.ts'
import type { ShownStep } from '../panel/brief.ts'
import type { ChatMessage, ToolCall, ToolStep } from '../panel/tools.ts'

/** What those who judge the steps of a panel must know: what was done since the question, and which tools are called. */
export function shownStep({ request, spiral }: Pick<Run, 'request' | 'spiral'>): ShownStep {
  const { messages, offered } = request.step!
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const called = new Set(
    spiral.standings.flatMap(({ position }) => (position?.calls ?? []).map(({ name }) => name)),
  )
  return {
    turns: turnsOf(messages.slice(asked + 1)),
    tools: offered.tools.filter(({ name }) => called.has(name)),
  }
}

/** What came before the question of a step, for those who rule on it. */
export function stepBackground({ messages }: ToolStep): Background {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const instructions = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  return {
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
    history: turnsOf(messages.slice(0, asked)),
    documents: [],
    ...(messages[asked]?.attachments && { attachments: messages[asked].attachments }),
  }
}

/** Calls as they are shown to others: as they were written, without what a schema adds to them. */
export function writtenCalls(calls: ToolCall[]): string {
  return calls.map(({ name, arguments: input }) => `${name}(${input})`).join('\n')
}

/** Messages as they are quoted: what was said, and which tools were called. */
function turnsOf(messages: ChatMessage[]): Turn[] {
  return messages.flatMap(({ role, content, toolCalls = [], attachments }) => {
    if (role === 'system') return []
    const text = [content, writtenCalls(toolCalls)].filter((part) => part !== '').join('\n')
    return [{ role, text, ...(attachments && { attachments }) }]
  })
}
