import type { ChatMessage, OfferedTools, ToolCall } from '../../src/engine/index.ts'
import type { Brief } from '../../src/engine/panel/brief.ts'
import { askProvider } from './ask-provider.ts'
import { startScriptedProvider } from './scripted-provider.ts'

type Provider = 'openrouter' | 'openai' | 'anthropic' | 'gemini'

export const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
export const TOOLS: OfferedTools['tools'] = [
  { name: 'weather', description: 'Its weather', parameters, strict: true },
  { name: 'now' },
]
export const call = (id: string, name = 'weather', input = '{"city":"Rome"}'): ToolCall => ({
  id,
  name,
  arguments: input,
})
export const calling = (...toolCalls: ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content: '',
  toolCalls,
})
export const resultOf = (toolCallId: string, content = '21'): ChatMessage => ({
  role: 'tool',
  content,
  toolCallId,
})
export const ASKED: ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'How warm is it?' },
]

/** A call for a step: what is said, and what may be called. */
export function stepOf(messages: ChatMessage[], offered: Partial<OfferedTools> = {}) {
  const step = { messages, offered: { tools: TOOLS, choice: 'auto' as const, isParallel: true, ...offered } }
  const asked = { query: 'How warm is it?', criteria: null, date: '2026-11-17', anchors: [] }
  const brief: Brief = { phase: 'exposition', kind: null, isJson: false, ...asked, step }
  return { brief, messages }
}

/** The body that a provider gets for a step. */
export async function bodyFor(
  provider: Provider,
  messages: ChatMessage[],
  { model = 'vendor/model', ...offered }: Partial<OfferedTools> & { model?: string } = {},
): Promise<Record<string, unknown>> {
  const server = await startScriptedProvider(() => 'hello')
  await askProvider(server.url, { seat: { provider, model }, ...stepOf(messages, offered) })
  await server.close()
  return server.calls[0]!.body
}
