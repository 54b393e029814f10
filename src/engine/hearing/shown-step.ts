import type { Run } from '../deliberation.ts'
import type { Turn } from '../panel/asked.ts'
import type { ShownStep } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'

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

/** Messages as they are quoted: what was said, and which tools were called. */
export function turnsOf(messages: ChatMessage[]): Turn[] {
  return messages.flatMap(({ role, content, toolCalls = [] }) => {
    if (role === 'system') return []
    const calls = toolCalls.map(({ name, arguments: input }) => `${name}(${input})`)
    const text = [content, ...calls].filter((part) => part !== '').join('\n')
    return [{ role, text }]
  })
}
