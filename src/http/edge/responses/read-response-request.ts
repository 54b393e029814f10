import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { isTooDeep } from '../../../contract/json-schema/schema-depth.ts'
import type { FunctionTool, ResponseRequest } from '../../../contract/responses/response-request.ts'
import { validationError } from '../../../contract/validation-error.ts'
import type { KeptTexts } from './item-ids.ts'
import { messagesIn, type PlacedMessage } from './read-input.ts'
import { inResponseTerms } from './response-terms.ts'

/** Whether the caller wants to know what the panel does. */
export function wantsSummary({ reasoning }: ResponseRequest): boolean {
  return (reasoning?.summary ?? reasoning?.generate_summary) !== undefined
}

/**
 * Reads a request as one of the chat API, with the body that would have been sent and where its messages come from; throws
 * an error in terms of this one if it is none.
 */
export function readResponseRequest(request: ResponseRequest, texts: KeptTexts) {
  const messages = messagesIn(request, texts)
  const body = chatBodyOf(request, messages)
  const { data: chat, error } = ChatRequest.safeParse(body)
  if (error !== undefined) throw inResponseTerms(validationError(error, 'json'), messages)
  return { chat, body, messages }
}

function chatBodyOf(request: ResponseRequest, messages: PlacedMessage[]): Record<string, unknown> {
  const { text, tools, tool_choice, reasoning } = request
  // What the panel does comes in chunks only.
  const isStreamed = request.stream === true || wantsSummary(request)
  return withoutAbsent({
    model: request.model,
    messages: messages.map(({ message }) => message),
    ...(isStreamed && { stream: true, stream_options: { include_usage: true } }),
    temperature: request.temperature,
    top_p: request.top_p,
    max_completion_tokens: request.max_output_tokens,
    tools: tools?.map(({ type, ...described }) => ({
      type,
      function: { ...described, strict: isStrict(described) },
    })),
    tool_choice: typeof tool_choice === 'object' ? chatChoiceOf(tool_choice) : tool_choice,
    parallel_tool_calls: request.parallel_tool_calls,
    response_format: text?.format && chatFormatOf(text.format),
    verbosity: text?.verbosity,
    reasoning_effort: reasoning?.effort,
    metadata: request.metadata,
    store: request.store,
    user: request.user,
    safety_identifier: request.safety_identifier,
    prompt_cache_key: request.prompt_cache_key,
    prompt_cache_retention: request.prompt_cache_retention,
    service_tier: request.service_tier,
    stretto: request.stretto,
  })
}

function withoutAbsent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type ToolChoice = Extract<ResponseRequest['tool_choice'], object>

function chatChoiceOf(choice: ToolChoice): object {
  const named = (name: string) => ({ type: 'function', function: { name } })
  if (choice.type === 'function') return named(choice.name)
  const { type, mode, tools } = choice
  return { type, allowed_tools: { mode, tools: tools.map(({ name }) => named(name)) } }
}

type Format = NonNullable<NonNullable<ResponseRequest['text']>['format']>

function chatFormatOf(format: Format): object {
  if (format.type !== 'json_schema') return format
  const { type, ...json_schema } = format
  return { type, json_schema }
}

/** Whether providers are to hold the models to a schema: they refuse one that leaves anything open. */
export function isStrict({ strict, parameters }: Pick<FunctionTool, 'strict' | 'parameters'>): boolean {
  return strict ?? (parameters !== undefined && !isTooDeep(parameters) && isClosed(parameters))
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
