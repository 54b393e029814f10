import { parseJson } from '../../../../contract/json-text.ts'
import type { ReasoningEffort } from '../../../../contract/panel.ts'
import type { ChatMessage, OfferedTools, ToolCall } from '../../../../engine/index.ts'

export interface ProviderAccess {
  apiKey: string
  /** Null for the provider's own address. */
  baseUrl: string | null
}

/** Request features that not every model or compatible server supports. */
export type Feature =
  | 'schema'
  | 'temperature'
  | 'effort'
  | 'seed'
  | 'stream'
  | 'stream_options'
  | 'max_tokens'

export interface Wanted {
  model: string
  messages: ChatMessage[]
  /** The JSON Schema of the reply; null for a text. */
  schema: object | null
  /** The schema with the name and the strictness that a caller gave it; absent for one of the engine. */
  named?: { name: string; schema: object } | undefined
  /** Absent where none is offered. */
  tools?: OfferedTools
  temperature: number
  /** How hard the model is to think; absent for its own default. */
  effort?: ReasoningEffort | undefined
  seed: number | undefined
  /** Everything else is left out of the request. */
  features: ReadonlySet<Feature>
  maxTokens: number
}

/** Thinking that models which are not asked for it do without. */
export const isLittle = (effort: ReasoningEffort) => ['none', 'minimal', 'low'].includes(effort)

const SHARES = { none: 0, minimal: 1 / 32, low: 1 / 8, medium: 1 / 4, high: 1 / 2, xhigh: 3 / 4 }

/** The tokens for thinking, where a provider takes a number: a share of those of the reply, so that its text has room. */
export function thinkingTokens(effort: ReasoningEffort, maxTokens: number): number {
  return Math.floor(maxTokens * SHARES[effort])
}

/** A reply reduced to what is used of it. */
export interface PlainReply {
  text: string
  toolCalls: ToolCall[]
  /** Why the model does not answer, in its words; empty or absent when it does. */
  refusal?: string
  /** Why it ended, in the provider's word; null when it did not say. */
  ending: string | null
  /** What that word means, if it means that the reply is not a whole answer. */
  defect: 'cut' | 'withheld' | null
  /** The concrete model that answered; undefined when it is not named. */
  servedModel: string | undefined
}

export interface Protocol {
  /** Whether it is that of OpenAI's chat completions. */
  isChat: boolean
  ownUrl: string
  path(request: { model: string; isStreamed: boolean }): string
  headers(apiKey: string): Record<string, string>
  body(wanted: Wanted): object
  /** The reply in a body; null for a body that is none. */
  read(body: unknown): PlainReply | null
}

/** Where requests of a protocol go: below a base URL, or below the provider's own if that is null. */
export function baseOf({ ownUrl }: Protocol, baseUrl: string | null): string {
  const base = (baseUrl ?? ownUrl).replace(/\/$/, '')
  // The provider's own address is often given without the version.
  return ownUrl.startsWith(`${base}/`) ? ownUrl : base
}

/** A text as the parts of a message; none for an empty one, which some providers refuse. */
export function textParts(text: string): object[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

/** What stands for the result of a tool that is only shown after it. */
export const SHOWN_BELOW = 'The result follows below.'

/** What stands before the images and files of a result that are shown after all results. */
export function shownResult(tool: string): string {
  return `The result of ${tool}:`
}

/** An object in a provider's JSON, whose fields may be of any kind. */
export type JsonObject = Record<string, unknown>

/** The fields of an object; null for anything else. */
export function fieldsOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** A text, or a part of a content that is one; null for anything else. */
function textOf(part: unknown): string | null {
  if (typeof part === 'string') return part
  const { type, text } = fieldsOf(part) ?? {}
  const isText = type === undefined || type === 'text' || type === 'output_text'
  return isText && typeof text === 'string' ? text : null
}

/** A text, or the texts among a list of parts; empty for anything else. */
export function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => textOf(part) ?? '').join('') : ''
}

const LONGEST_WORDS = 400
const LONGEST_PAGE = 8_000

/** A message for one line: without markup and control characters, and truncated. */
export function tidy(words: string): string {
  return words
    .slice(0, LONGEST_PAGE)
    .replace(/<(script|style)\b[^>]*>[^<]*/gi, ' ')
    .replace(/<[/!a-z][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)
}

const LONGEST_NAME = 200

/** The concrete model that answered; undefined when it is not named, or not by a name. */
export function servedModel(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > LONGEST_NAME) return undefined
  return tidy(name) || undefined
}

/** A word of the provider, such as why a reply ended; null when there is none. */
export function wordIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The object that a text is as JSON; null for anything else. */
export function objectIn(text: string): JsonObject | null {
  return fieldsOf(parseJson(text))
}

/** The media type and the content of a data URL in base64; null for an address. */
export function dataIn(url: string): { type: string; base64: string } | null {
  const head = /^data:([^;,]*)(?:;[^,]*)?,/i.exec(url.slice(0, LONGEST_HEAD))
  if (head === null) return null
  return { type: head[1]!.trim().toLowerCase(), base64: url.slice(head[0].length) }
}

const LONGEST_HEAD = 200
