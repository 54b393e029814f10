import type { Attachment } from '../../../../contract/message-content.ts'
import type { ChatMessage, OfferedTools, ToolCall, ToolDefinition } from '../../../../engine/index.ts'
import {
  contentOf,
  dataIn,
  fieldsOf,
  isLittle,
  type JsonObject,
  objectIn,
  type PlainReply,
  type Protocol,
  servedModel,
  textParts,
  thinkingTokens,
  type Wanted,
  wordIn,
} from './protocol.ts'

export const anthropic: Protocol = {
  isChat: false,
  ownUrl: 'https://api.anthropic.com/v1',
  path: () => '/messages',
  headers: (apiKey) => ({ 'anthropic-version': '2023-06-01', 'x-api-key': apiKey }),
  body(wanted) {
    const { model, messages, temperature, features, maxTokens, tools, schema } = wanted
    const abilities = ABILITIES.find(([name]) => name.test(model))?.[1] ?? EARLY
    const { tokens, mostTokens, takesTemperature, hasFormats } = abilities
    const system = messages.flatMap(({ role, content }) => (role === 'system' ? textParts(content) : []))
    // The protocol requires a limit.
    const max_tokens = features.has('max_tokens') ? Math.min(maxTokens, mostTokens) : tokens
    const { thinking, effort } = thinkingOf(wanted, abilities, max_tokens)
    const hasTemperature = takesTemperature && thinking === undefined && features.has('temperature')
    const format = features.has('schema') && hasFormats ? { type: 'json_schema', schema } : undefined
    // Fields that are undefined are not sent.
    return {
      model,
      max_tokens,
      temperature: hasTemperature ? Math.max(0, Math.min(temperature, 1)) : undefined,
      thinking,
      system: system.length === 0 ? undefined : system,
      messages: turnsOf(messages),
      ...toolFields(messages, tools, hasFormats),
      ...(features.has('schema') && !hasFormats ? replyTool(wanted) : {}),
      output_config: effort || format ? { effort, format } : undefined,
      stream: features.has('stream') ? true : undefined,
    }
  },
  read: readMessage,
}

const EARLY = {
  /** The limit that is sent when none is wanted. */
  tokens: 4_096,
  /** The largest limit that the model accepts. */
  mostTokens: Number.POSITIVE_INFINITY,
  takesTemperature: true,
  /** Whether the reply can be requested in a format; if not, it is requested as the input of a tool. */
  hasFormats: false,
  /** Whether it thinks before it replies: within a number of tokens, or as hard as it is told. */
  thinks: 'never' as 'never' | 'within' | 'told',
}
type Abilities = typeof EARLY
const THINKING: Abilities = { ...EARLY, thinks: 'within' }
const FORMATTING: Abilities = { ...THINKING, hasFormats: true }
const LATEST: Abilities = { ...FORMATTING, tokens: 128_000, takesTemperature: false, thinks: 'told' }

/** The first that fits counts: models that are not listed by name are taken for the latest. */
const ABILITIES: Array<[RegExp, Abilities]> = [
  [/claude-(?:sonnet|opus)-4-6/, { ...FORMATTING, tokens: 128_000 }],
  [/claude-(?:sonnet|opus|haiku)-4-5/, { ...FORMATTING, tokens: 64_000 }],
  [/claude-opus-4-1/, { ...FORMATTING, tokens: 32_000 }],
  [/claude-sonnet-4-/, { ...THINKING, tokens: 64_000 }],
  [/claude-opus-4-(?![78])/, { ...THINKING, tokens: 32_000 }],
  [/claude-3-7-/, THINKING],
  [/claude-3-haiku/, { ...EARLY, mostTokens: 4_096 }],
  [/claude-(?:instant(?:-|$)|v?2(?=$|[-.:])|3(?=$|[-.]))/, EARLY],
  [/claude-/, LATEST],
]

/** No caller's own tool is called this. */
const TOOL = 'reply_as_json'

function replyTool({ schema }: Wanted): object {
  return {
    tools: [{ name: TOOL, description: 'Respond with a JSON object.', input_schema: schema }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
  }
}

/** How hard a model thinks. It cannot be told to while it may have to call a tool, or goes on after a call. */
function thinkingOf({ effort, features, tools }: Wanted, { thinks }: Abilities, maxTokens: number) {
  if (effort === undefined || !features.has('effort') || thinks === 'never') return {}
  const isLow = isLittle(effort)
  const budget_tokens = thinkingTokens(effort, maxTokens)
  const how = thinks === 'told' ? { type: 'adaptive' } : { type: 'enabled', budget_tokens }
  const thinking = isLow || tools !== undefined ? undefined : how
  return thinks === 'told' ? { thinking, effort: isLow ? 'low' : effort } : { thinking }
}

/** The tools that may be called. A conversation with calls in it is refused without any, so those are named. */
function toolFields(messages: ChatMessage[], offered: OfferedTools | undefined, isStrict: boolean): object {
  const { tools = [], choice = 'none', isParallel = true } = offered ?? {}
  const called = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name))
  const defined: ToolDefinition[] = tools.length > 0 ? tools : [...new Set(called)].map((name) => ({ name }))
  if (defined.length === 0) return {}
  return {
    tools: defined.map(({ name, description, parameters, strict }) => ({
      name,
      description,
      input_schema: { type: 'object', ...parameters },
      strict: (isStrict && strict) || undefined,
    })),
    tool_choice: tools.length === 0 ? { type: 'none' } : choiceOf(choice, isParallel),
  }
}

const CHOICES = { auto: 'auto', required: 'any', none: 'none' } as const

function choiceOf(choice: OfferedTools['choice'], isParallel: boolean): object {
  const one = isParallel || choice === 'none' ? {} : { disable_parallel_tool_use: true }
  if (typeof choice === 'string') return { type: CHOICES[choice], ...one }
  return { type: 'tool', ...choice, ...one }
}

function blocksOf({ role, content, attachments = [], toolCalls = [], toolCallId }: ChatMessage): object[] {
  const blocks = [...textParts(content), ...attachments.map(attachedBlock)]
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: idOf(toolCallId ?? ''), content: blocks }]
  const called = toolCalls.map(({ id, name, arguments: input }) => ({
    type: 'tool_use',
    id: idOf(id),
    name,
    input: objectIn(input) ?? {},
  }))
  return [...blocks, ...called]
}

/** Ids of other providers may have characters that this one refuses. */
function idOf(id: string): string {
  return id.replace(/[^\w-]/g, '_')
}

function attachedBlock({ kind, url }: Attachment): object {
  const data = dataIn(url)
  const source = data ? { type: 'base64', media_type: data.type, data: data.base64 } : { type: 'url', url }
  return { type: kind === 'image' ? 'image' : 'document', source }
}

/** The conversation without the system: in this protocol, the roles take turns, and tools reply as the user. */
function turnsOf(messages: ChatMessage[]): object[] {
  const turns: Array<{ role: 'user' | 'assistant'; content: object[] }> = []
  for (const message of messages) {
    const blocks = blocksOf(message)
    if (message.role === 'system' || blocks.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else turns.push({ role, content: blocks })
  }
  return turns
}

const DEFECTS: Record<string, PlainReply['defect']> = {
  max_tokens: 'cut',
  model_context_window_exceeded: 'cut',
  refusal: 'withheld',
}

/** Reads only the fields that are used: an answer is not rejected because of what surrounds it. */
function readMessage(body: unknown): PlainReply | null {
  const { model, content, stop_reason } = fieldsOf(body) ?? {}
  if (typeof content !== 'string' && !Array.isArray(content)) return null
  const parts: unknown[] = typeof content === 'string' ? [content] : content
  const calls = parts.map(fieldsOf).filter((part) => part?.type === 'tool_use')
  // Whatever is said beside the input of the tool is not part of the reply.
  const inputs = calls.filter((call) => call?.name === TOOL)
  const ending = wordIn(stop_reason)
  return {
    text: inputs.length > 0 ? inputs.map((call) => writtenInput(call?.input)).join('') : contentOf(content),
    toolCalls: inputs.length > 0 ? [] : calls.map(callOf),
    ending,
    defect: DEFECTS[ending ?? ''] ?? null,
    servedModel: servedModel(model),
  }
}

function callOf(part: JsonObject | null): ToolCall {
  const { id, name, input } = part ?? {}
  return { id: wordIn(id) ?? '', name: wordIn(name) ?? '', arguments: writtenInput(input) }
}

/** The input of a call as JSON; that of a stream is text already. */
function writtenInput(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input ?? {})
}
