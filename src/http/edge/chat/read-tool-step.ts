import type { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { type StrettoError, wrongField } from '../../../contract/error-codes.ts'
import type { JsonFormat } from '../../../contract/json-format.ts'
import type { ChatMessage, OfferedTools, ToolStep } from '../../../engine/index.ts'

/** Options of a panel that mean nothing for a step: the conversation goes to every model as it is, and is voted on. */
const NOT_FOR_STEPS = ['kind', 'first', 'samples', 'context', 'criteria', 'writer'] as const

/** The step that a chat request asks for; null for a question. Throws for a conversation that no provider would take. */
export function toolStepIn(chat: ChatRequest, format: JsonFormat | undefined): ToolStep | null {
  const { messages, tools = [] } = chat
  const hasCalls = messages.some(({ role, tool_calls }) => role === 'tool' || (tool_calls?.length ?? 0) > 0)
  const offered = offeredIn(chat)
  if (!hasCalls && (tools.length === 0 || offered.choice === 'none')) return null
  const odd = NOT_FOR_STEPS.find((name) => chat.stretto?.[name] !== undefined)
  if (odd !== undefined)
    throw wrongField(`stretto.${odd}`, `stretto.${odd} is not supported together with tools. Leave it out.`)
  requireResults(chat)
  const told = format === undefined ? [] : [{ role: 'system' as const, content: format.instructions }]
  // Templates of local models want instructions first.
  const step = { messages: [...told, ...messages.map(messageOf)], offered }
  const named = chat.response_format?.type === 'json_schema' ? chat.response_format.json_schema : undefined
  return named?.schema ? { ...step, schema: { ...named, schema: named.schema } } : step
}

function offeredIn({ tools: given = [], tool_choice = 'auto', parallel_tool_calls }: ChatRequest) {
  const { choice, allowed } = chosenBy(tool_choice)
  const tools = given.filter((tool) => allowed?.includes(tool.function.name) ?? true)
  if (given.length === 0 && choice !== 'auto' && choice !== 'none')
    throw wrongField('tool_choice', 'tool_choice needs tools. Add them, or leave it out.')
  const named = allowed ?? (typeof choice === 'object' ? [choice.name] : [])
  const unknown = named.find((name) => !tools.some((tool) => tool.function.name === name))
  if (unknown !== undefined)
    throw wrongField('tool_choice', `tool_choice names ${unknown}, which is not among the tools.`)
  return {
    tools: tools.map(({ function: { name, description, parameters, strict } }) => ({
      name,
      ...(description && { description }),
      ...(parameters && { parameters }),
      ...(strict != null && { strict }),
    })),
    // Without tools there is nothing to call.
    choice: tools.length === 0 ? 'none' : choice,
    isParallel: parallel_tool_calls ?? true,
  }
}

/** What is to be called, and the only tools that are offered; undefined for all of them. */
function chosenBy(tool_choice: NonNullable<ChatRequest['tool_choice']>): {
  choice: OfferedTools['choice']
  allowed?: string[]
} {
  if (typeof tool_choice === 'string') return { choice: tool_choice }
  if (tool_choice.type === 'function') return { choice: tool_choice.function }
  const { mode, tools } = tool_choice.allowed_tools
  return { choice: mode, allowed: tools.map((tool) => tool.function.name) }
}

type SaidMessage = ChatRequest['messages'][number]

function messageOf({ role, content, attachments, tool_calls, tool_call_id }: SaidMessage): ChatMessage {
  return {
    role: role === 'developer' ? 'system' : role,
    content,
    ...(attachments && { attachments }),
    ...(tool_calls?.length && {
      toolCalls: tool_calls.map(({ id, function: called }) => ({ id, ...called })),
    }),
    ...(role === 'tool' && { toolCallId: tool_call_id! }),
  }
}

/** Every call must have its result before anybody else speaks, and every result its call. */
function requireResults({ messages }: ChatRequest): void {
  let waiting = new Set<string>()
  messages.forEach(({ role, tool_calls = [], tool_call_id }, place) => {
    const [at, path] = [`messages[${place}]`, `messages.${place}`]
    if (tool_calls.length > 0 && role !== 'assistant')
      throw wrongField(`${path}.tool_calls`, `${at} has tool_calls, but only an assistant calls tools.`)
    if (role === 'tool') {
      if (!waiting.delete(tool_call_id!))
        throw wrongField(
          `${path}.tool_call_id`,
          `${at} is the result of ${shownId(tool_call_id!)}, but no call with this id waits for a result.`,
        )
      return
    }
    if (waiting.size > 0) throw withoutResult(waiting, path)
    waiting = new Set()
    tool_calls.forEach(({ id }, call) => {
      if (waiting.has(id))
        throw wrongField(
          `${path}.tool_calls.${call}.id`,
          `${at} has two calls with the id ${shownId(id)}. Give each its own.`,
        )
      waiting.add(id)
    })
  })
  if (waiting.size > 0) throw withoutResult(waiting, 'messages')
}

function withoutResult(waiting: Set<string>, path: string): StrettoError {
  const ids = [...waiting].map(shownId).join(', ')
  return wrongField(
    path,
    `The calls ${ids} have no result. Add a message with the role tool for each of them.`,
  )
}

/** An id as it is shown; how long it is, is up to the caller. */
function shownId(id: string): string {
  return JSON.stringify(id.slice(0, 64))
}
