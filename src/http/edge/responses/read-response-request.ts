import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParams,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import type { ChatToolCall } from '../../../contract/chat/chat-response.ts'
import { wrongField } from '../../../contract/error-codes.ts'
import type { ResponseItem, ResponsePart } from '../../../contract/responses/response-input.ts'
import type { FunctionTool, ResponseRequest } from '../../../contract/responses/response-request.ts'
import type { SearchMode } from '../../../contract/search.ts'
import { validationError } from '../../../contract/validation-error.ts'
import { ignoredIn } from '../chat/unsupported.ts'
import { referredBy } from './response-items.ts'
import type { Exchange } from './response-store.ts'
import { inResponseTerms, type PlacedMessage } from './response-terms.ts'

/** Reads a request as one of the chat API, with where its messages come from; throws errors in terms of this one. */
export function readResponseRequest(request: ResponseRequest, earlier: Exchange[]) {
  const messages = messagesIn(request, earlier)
  const body = chatBodyOf(request, messages)
  const { data: chat, error } = ChatRequest.safeParse(body)
  if (error !== undefined) throw inResponseTerms(validationError(error, 'json'), messages)
  return { chat, body, messages }
}

function messagesIn({ input, instructions }: ResponseRequest, earlier: Exchange[]): PlacedMessage[] {
  const messages: PlacedMessage[] = []
  for (const { input, response } of earlier)
    for (const item of [...input, ...response.output]) addItem(messages, item, 'previous_response_id')
  if (typeof input === 'string') messages.push(textMessage('user', input, 'input'))
  else for (const [index, item] of input.entries()) addItem(messages, item, `input.${index}`)
  return instructions ? [textMessage('system', instructions, 'instructions'), ...messages] : messages
}

/** What was said in a request, as items. */
export function inputItems({ input }: ResponseRequest): ResponseItem[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input
}

function addItem(messages: PlacedMessage[], item: ResponseItem, place: string): void {
  if (item.type === 'reasoning' || item.type === 'web_search_call') return
  if (item.type === 'item_reference') addReferred(messages, item.id, place)
  else if (item.type === 'function_call') {
    const { call_id, name, arguments: input } = item
    addCall(messages, { id: call_id, type: 'function', function: { name, arguments: input } }, place)
  } else if (item.type === 'function_call_output') {
    const said = saying('tool', item.output, { place, field: 'output' })
    messages.push({ ...said, message: { ...said.message, tool_call_id: item.call_id } })
  } else addMessage(messages, saying(item.role, item.content, { place, field: 'content' }))
}

function addReferred(messages: PlacedMessage[], id: string, place: string): void {
  const referred = referredBy(id)
  if (referred === undefined)
    throw wrongField(
      `${place}.id`,
      `The item ${JSON.stringify(id.slice(0, 64))} is not stored. Send what was said instead of an item_reference; programs with the AI SDK do so with store: false.`,
    )
  if (referred === null) return
  if ('call' in referred) addCall(messages, referred.call, place)
  else addMessage(messages, textMessage('assistant', referred.text, place))
}

/** What an assistant says beside its calls belongs to them, whichever comes first. */
function addMessage(messages: PlacedMessage[], added: PlacedMessage): void {
  const last = messages.at(-1)
  if (added.message.role !== 'assistant' || !last?.message.tool_calls) {
    messages.push(added)
    return
  }
  last.message.content = [...(last.message.content ?? []), ...(added.message.content ?? [])]
  last.parts.push(...added.parts)
}

function addCall(messages: PlacedMessage[], call: ChatToolCall, place: string): void {
  const last = messages.at(-1)
  if (last?.message.role === 'assistant') {
    last.message.tool_calls = [...(last.message.tool_calls ?? []), call]
    last.calls.push(place)
    return
  }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  messages.push({ message, place, content: place, parts: [], calls: [place] })
}

function textMessage(role: string, text: string, place: string): PlacedMessage {
  const content = [{ type: 'text' as const, text }]
  return { message: { role, content }, place, content: place, parts: [place], calls: [] }
}

function saying(
  role: string,
  said: string | ResponsePart[],
  { place, field }: { place: string; field: string },
): PlacedMessage {
  const content = `${place}.${field}`
  if (typeof said === 'string') return { ...textMessage(role, said, content), place }
  const parts = said.map((_, index) => `${content}.${index}`)
  const message = { role, content: said.map(partOf) }
  return { message, place, content, parts, calls: [] }
}

function partOf(part: ResponsePart): ChatCompletionContentPart {
  switch (part.type) {
    case 'input_image': {
      const { image_url: url, detail } = part
      return { type: 'image_url', image_url: { url, detail: detail === 'original' ? 'high' : detail } }
    }
    case 'input_file': {
      const { filename, file_data } = part
      return { type: 'file', file: { filename, file_data } }
    }
    case 'refusal':
      return { type: 'text', text: part.refusal }
    default:
      return { type: 'text', text: part.text }
  }
}

function chatBodyOf(request: ResponseRequest, messages: PlacedMessage[]): Record<string, unknown> {
  const { text, tools, tool_choice, reasoning, stretto } = request
  const search = searchIn(request)
  return {
    model: request.model,
    messages: messages.map(({ message }) => message),
    temperature: request.temperature,
    top_p: request.top_p,
    max_completion_tokens: request.max_output_tokens,
    tools: tools?.filter(isFunction).map(({ type, ...described }) => ({
      type,
      function: { ...described, strict: isStrict(described) },
    })),
    tool_choice: search === 'on' ? 'none' : chatChoiceOf(tool_choice),
    web_search_options: search === 'on' ? {} : undefined,
    parallel_tool_calls: request.parallel_tool_calls,
    response_format: text?.format && chatFormatOf(text.format),
    verbosity: text?.verbosity,
    reasoning_effort: reasoning?.effort,
    metadata: request.metadata,
    stretto: search === 'auto' || search === 'off' ? { search, ...stretto } : stretto,
  }
}

/** Whether the web is to be searched, as tools say; undefined where they do not speak of it. */
function searchIn({ tools = [], tool_choice: choice }: ResponseRequest): SearchMode | undefined {
  const isOffered = !tools.every(isFunction)
  const isChosen = typeof choice === 'object' && choice.type !== 'function' && choice.type !== 'allowed_tools'
  if (isChosen && !isOffered)
    throw wrongField('tool_choice', 'tool_choice names web_search, which is not among the tools.')
  if (!isOffered) return undefined
  if (isChosen || (choice === 'required' && !tools.some(isFunction))) return 'on'
  return choice === 'none' ? 'off' : 'auto'
}

export function isFunction(tool: NonNullable<ResponseRequest['tools']>[number]): tool is FunctionTool {
  return tool.type === 'function'
}

/** Warnings about what is ignored of a web search among the tools. */
export function searchWarnings(request: ResponseRequest): string[] {
  const { tools = [] } = request
  const isStep = tools.some(isFunction) && searchIn(request) === 'auto'
  return tools.flatMap((tool, place) => {
    if (isFunction(tool)) return []
    const { type, ...options } = tool
    return isStep
      ? [`${type} is not supported together with functions and was ignored.`]
      : ignoredIn(`tools[${place}]`, options)
  })
}

function chatChoiceOf(choice: ResponseRequest['tool_choice']): ChatCompletionToolChoiceOption | undefined {
  if (typeof choice !== 'object') return choice
  const named = (name: string) => ({ type: 'function' as const, function: { name } })
  if (choice.type === 'function') return named(choice.name)
  if (choice.type !== 'allowed_tools') return undefined
  const { type, mode, tools } = choice
  return { type, allowed_tools: { mode, tools: tools.map(({ name }) => named(name)) } }
}

type TextFormat = NonNullable<NonNullable<ResponseRequest['text']>['format']>

function chatFormatOf(format: TextFormat): ChatCompletionCreateParams['response_format'] {
  if (format.type !== 'json_schema') return format
  const { type, ...json_schema } = format
  return { type, json_schema }
}

/** Whether providers are to hold the models to a schema: they refuse one that leaves anything open. */
export function isStrict({ strict, parameters }: Pick<FunctionTool, 'strict' | 'parameters'>): boolean {
  return strict ?? (parameters !== undefined && isClosed(parameters))
}

/** Whether every object of a schema has all of its properties and no others. */
function isClosed(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>
  const isObject = type === 'object' || properties !== undefined
  const hasAll =
    Array.isArray(required) && Object.keys(properties ?? {}).every((name) => required.includes(name))
  return !(isObject && !(additionalProperties === false && hasAll)) && Object.values(schema).every(isClosed)
}
