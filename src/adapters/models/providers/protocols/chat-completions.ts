import type { Attachment } from '../../../../contract/message-content.ts'
import type { ChatMessage, OfferedTools, ToolCall } from '../../../../engine/index.ts'
import { ProviderFault } from '../provider-fault.ts'
import {
  contentOf,
  fieldsOf,
  isLittle,
  type PlainReply,
  type Protocol,
  SHOWN_BELOW,
  servedModel,
  shownResult,
  textParts,
  type Wanted,
  wordIn,
} from './protocol.ts'

const CHAT = {
  isChat: true,
  // Not OpenAI's newer endpoint: all compatible servers support this one.
  path: () => '/chat/completions',
  headers: (apiKey: string) => ({ authorization: `Bearer ${apiKey}` }),
  read: readCompletion,
}

/** OpenAI, and every compatible server: Ollama, vLLM, LM Studio. */
export const openai: Protocol = {
  ...CHAT,
  ownUrl: 'https://api.openai.com/v1',
  body(wanted) {
    const { model, features, maxTokens, effort } = wanted
    const isReasoning = REASONING.test(model)
    const takesEffort = features.has('effort') && (isReasoning || !OTHERS_OF_OPENAI.test(model))
    const reasoning_effort = takesEffort ? effort : undefined
    if (!isReasoning) return { ...bodyOf(wanted, !SEARCHING.test(model), asWritten), reasoning_effort }
    // Such models take no temperature, and have other names for the limit and for the role of the system.
    const { max_tokens: _, ...body } = bodyOf(wanted, false, fromDeveloper)
    const max_completion_tokens = features.has('max_tokens') ? maxTokens : undefined
    return { ...body, max_completion_tokens, reasoning_effort }
  },
}

/** The routing provider, which states what a call has cost if asked to. */
export const openrouter: Protocol = {
  ...CHAT,
  ownUrl: 'https://openrouter.ai/api/v1',
  body(wanted) {
    const { model, features, effort } = wanted
    const isAsked =
      effort !== undefined && features.has('effort') && !(isLittle(effort) && SILENT.test(model))
    const reasoning = isAsked ? { effort } : undefined
    return { ...bodyOf(wanted, true, inParts), reasoning, usage: { include: true } }
  },
}

/** OpenAI's names for models that reason: the o series, and GPT from 5 on except what is made for chats. */
const REASONING = /^(?:o\d+(?:-|$)|gpt-(?!\d+-chat)(?:[5-9]|\d{2,})(?:\.\d+)?(?:-|$))/
/** Models of OpenAI that do not reason. */
const OTHERS_OF_OPENAI = /^(?:chat)?gpt-\d/
/** Models at the router that think only if they are asked to, be it a little. */
const SILENT = /^anthropic\/claude-(?:[a-z]+-)?[1-4]\b/
/** Models that search before they answer take no temperature either. */
const SEARCHING = /^gpt-4o-(?:mini-)?search-preview/

function bodyOf(wanted: Wanted, takesTemperature: boolean, write: WriteMessage) {
  const { model, messages, schema, temperature, seed, features, maxTokens, tools } = wanted
  const json_schema = wanted.named ?? { name: 'reply', strict: true, schema }
  const format = { type: 'json_schema', json_schema }
  // Fields that are undefined are not sent.
  return {
    model,
    max_tokens: features.has('max_tokens') ? maxTokens : undefined,
    temperature: takesTemperature && features.has('temperature') ? temperature : undefined,
    seed: features.has('seed') ? seed : undefined,
    response_format: features.has('schema') ? format : undefined,
    messages: withTextResults(messages, write),
    ...(tools && toolFields(tools)),
    stream: features.has('stream') ? true : undefined,
    stream_options:
      features.has('stream') && features.has('stream_options') ? { include_usage: true } : undefined,
  }
}

function toolFields({ tools, choice, isParallel }: OfferedTools): object {
  if (tools.length === 0) return {}
  const chosen = typeof choice === 'string' ? choice : { type: 'function', function: choice }
  return {
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
    // What is the default everywhere is not said: some servers know nothing else.
    tool_choice: chosen === 'auto' ? undefined : chosen,
    parallel_tool_calls: isParallel ? undefined : false,
  }
}

type WriteMessage = (message: ChatMessage) => object

function asWritten({ role, content, attachments, toolCalls, toolCallId }: ChatMessage) {
  const called = toolCalls?.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  }))
  return {
    role,
    content: attachments === undefined ? content : [...textParts(content), ...attachments.map(partOf)],
    tool_calls: called,
    tool_call_id: toolCallId,
  }
}

function partOf({ kind, url, detail, filename }: Attachment): object {
  return kind === 'image'
    ? { type: 'image_url', image_url: { url, detail } }
    : { type: 'file', file: { filename, file_data: url } }
}

function fromDeveloper(message: ChatMessage): object {
  const written = asWritten(message)
  return { ...written, role: written.role === 'system' ? 'developer' : written.role }
}

/** The router expects what the system says in parts. */
function inParts(message: ChatMessage): object {
  const written = asWritten(message)
  return { ...written, content: written.role === 'system' ? textParts(message.content) : written.content }
}

/** Results of tools must be texts here: images and files follow them in a message of the user. */
function withTextResults(messages: ChatMessage[], write: WriteMessage): object[] {
  // Some clients use the same ids again in later turns.
  const names = new Map<string, string>()
  const sent: object[] = []
  let shown: object[] = []
  const show = () => {
    if (shown.length > 0) sent.push({ role: 'user', content: shown })
    shown = []
  }
  for (const message of messages) {
    const { role, content, attachments, toolCalls = [], toolCallId = '' } = message
    if (role !== 'tool') show()
    for (const { id, name } of toolCalls) names.set(id, name)
    if (role !== 'tool' || !attachments?.length) {
      sent.push(write(message))
      continue
    }
    sent.push({ ...asWritten(message), content: content === '' ? SHOWN_BELOW : textParts(content) })
    shown.push(...textParts(shownResult(names.get(toolCallId) ?? toolCallId)), ...attachments.map(partOf))
  }
  show()
  return sent
}

const DEFECTS: Record<string, PlainReply['defect']> = { length: 'cut', content_filter: 'withheld' }

/** Reads only the fields that are used: an answer is not rejected because of what surrounds it. */
function readCompletion(body: unknown): PlainReply | null {
  const completion = fieldsOf(body)
  const choices = completion?.choices
  if (!Array.isArray(choices)) return null
  if (choices.length === 0)
    throw new ProviderFault('empty_reply', 'The response did not contain any choices.')
  const choice = fieldsOf(choices[0])
  const message = fieldsOf(choice?.message)
  if (message === null) return null
  const ending = wordIn(choice?.finish_reason)
  return {
    text: contentOf(message.content),
    toolCalls: callsIn(message.tool_calls),
    refusal: wordIn(message.refusal) ?? '',
    ending,
    defect: DEFECTS[ending ?? ''] ?? null,
    servedModel: servedModel(completion?.model),
  }
}

/** The calls of a message; what names no function is none. */
function callsIn(calls: unknown): ToolCall[] {
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call) => {
    const { id, function: called } = fieldsOf(call) ?? {}
    const { name, arguments: input } = fieldsOf(called) ?? {}
    if (typeof name !== 'string' || name === '') return []
    // Some servers send the arguments as an object.
    const written = typeof input === 'string' ? input : JSON.stringify(input ?? {})
    return [{ id: wordIn(id) ?? '', name, arguments: written }]
  })
}
