import type { ChatMessage } from '../../../../engine/index.ts'
import { type PlainReply, type Protocol, type Wanted, withoutSlash } from './protocol.ts'
import { contentOf, fieldsOf, servedModel, wordIn } from './reply-fields.ts'

const ORIGIN = 'https://api.anthropic.com'

/** Anthropic, in its own protocol. */
export const anthropic: Protocol = {
  address: (baseUrl) => `${anthropicBase(baseUrl)}/messages`,
  headers: anthropicHeaders,
  body(wanted) {
    const { model, messages, temperature, features, maxTokens } = wanted
    const { tokens, mostTokens, takesTemperature, hasFormats } = abilitiesOf(model)
    const system = messages.filter(({ role }) => role === 'system').map(blockOf)
    // Fields that are undefined are not sent.
    return {
      model,
      // The protocol requires a limit.
      max_tokens: features.has('max_tokens') ? Math.min(maxTokens, mostTokens) : tokens,
      temperature:
        takesTemperature && features.has('temperature') ? Math.max(0, Math.min(temperature, 1)) : undefined,
      system: system.length === 0 ? undefined : system,
      messages: turnsOf(messages),
      ...(features.has('schema') ? schemaFields(wanted, hasFormats) : {}),
      stream: features.has('stream') ? true : undefined,
    }
  },
  read: readMessage,
}

/** Where requests go; the provider's own address is often given without the version. */
export function anthropicBase(baseUrl: string | null): string {
  const base = withoutSlash(baseUrl ?? ORIGIN)
  return base === ORIGIN ? `${ORIGIN}/v1` : base
}

/** The key and the version of the protocol. */
export function anthropicHeaders(apiKey: string): Record<string, string> {
  return { 'anthropic-version': '2023-06-01', 'x-api-key': apiKey }
}

/** What differs between models. */
interface Abilities {
  /** The limit that is sent when none is wanted. */
  tokens: number
  /** The largest limit that the model accepts. */
  mostTokens: number
  takesTemperature: boolean
  /** Whether the reply can be requested in a format; if not, it is requested as the input of a tool. */
  hasFormats: boolean
}

const EARLY: Abilities = {
  tokens: 4_096,
  mostTokens: Number.POSITIVE_INFINITY,
  takesTemperature: true,
  hasFormats: false,
}
const LATEST: Abilities = { ...EARLY, tokens: 128_000, takesTemperature: false, hasFormats: true }

/** The first that fits counts: models that are not listed by name are taken for the latest. */
const ABILITIES: Array<[RegExp, Abilities]> = [
  [/claude-(?:sonnet|opus)-4-6/, { ...EARLY, tokens: 128_000, hasFormats: true }],
  [/claude-(?:sonnet|opus|haiku)-4-5/, { ...EARLY, tokens: 64_000, hasFormats: true }],
  [/claude-opus-4-1/, { ...EARLY, tokens: 32_000, hasFormats: true }],
  [/claude-sonnet-4-/, { ...EARLY, tokens: 64_000 }],
  [/claude-opus-4-(?![78])/, { ...EARLY, tokens: 32_000 }],
  [/claude-3-haiku/, { ...EARLY, mostTokens: 4_096 }],
  [/claude-(?:instant(?:-|$)|v?2(?=$|[-.:])|3(?=$|[-.]))/, EARLY],
  [/claude-/, LATEST],
]

function abilitiesOf(model: string): Abilities {
  return ABILITIES.find(([name]) => name.test(model))?.[1] ?? EARLY
}

const TOOL = 'json'

function schemaFields({ schema }: Wanted, hasFormats: boolean): object {
  if (hasFormats) return { output_config: { format: { type: 'json_schema', schema } } }
  return {
    tools: [{ name: TOOL, description: 'Respond with a JSON object.', input_schema: schema }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
  }
}

function blockOf({ content }: ChatMessage): object {
  return { type: 'text', text: content }
}

/** The conversation without the system: in this protocol, the roles take turns. */
function turnsOf(messages: ChatMessage[]): object[] {
  const turns: Array<{ role: ChatMessage['role']; content: object[] }> = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const last = turns.at(-1)
    if (last?.role === message.role) last.content.push(blockOf(message))
    else turns.push({ role: message.role, content: [blockOf(message)] })
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
  // Whatever is said beside the input of the tool is not part of the reply.
  const inputs = parts.map(fieldsOf).filter((part) => part?.type === 'tool_use' && part.name === TOOL)
  const ending = wordIn(stop_reason)
  return {
    text: inputs.length > 0 ? inputs.map((tool) => JSON.stringify(tool?.input)).join('') : contentOf(content),
    refusal: '',
    ending,
    defect: DEFECTS[ending ?? ''] ?? null,
    servedModel: servedModel(model),
  }
}
