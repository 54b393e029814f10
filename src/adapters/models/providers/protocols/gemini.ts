import type { ChatMessage } from '../../../../engine/index.ts'
import { ProviderFault } from '../faults/provider-fault.ts'
import { type PlainReply, type Protocol, type Wanted, withoutSlash } from './protocol.ts'
import { fieldsOf, servedModel, wordIn } from './reply-fields.ts'

/** Where Gemini is, unless told otherwise. */
export const GEMINI_URL = 'https://generativelanguage.googleapis.com/v1beta'

/** Gemini, in its own protocol. */
export const gemini: Protocol = {
  address(baseUrl, { model, isStreamed }) {
    const method = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'
    return `${withoutSlash(baseUrl ?? GEMINI_URL)}/models/${encodeURIComponent(model)}:${method}`
  },
  headers: geminiHeaders,
  body(wanted) {
    const system = wanted.messages.filter(({ role }) => role === 'system').map(partOf)
    // Fields that are undefined are not sent.
    return {
      systemInstruction: system.length === 0 ? undefined : { parts: system },
      contents: turnsOf(wanted.messages),
      generationConfig: configOf(wanted),
    }
  },
  read: readContent,
}

/** The key in a header: in the address it would be in the logs of proxies. */
export function geminiHeaders(apiKey: string): Record<string, string> {
  return { 'x-goog-api-key': apiKey }
}

function configOf({ temperature, maxTokens, seed, schema, features }: Wanted): object {
  const format = { responseMimeType: 'application/json', responseJsonSchema: schema }
  return {
    temperature: features.has('temperature') ? temperature : undefined,
    maxOutputTokens: features.has('max_tokens') ? maxTokens : undefined,
    seed: features.has('seed') ? seed : undefined,
    ...(features.has('schema') ? format : {}),
  }
}

function partOf({ content }: ChatMessage): object {
  return { text: content }
}

/** The conversation without the system: in this protocol, the roles take turns, and the model is called so. */
function turnsOf(messages: ChatMessage[]): object[] {
  const turns: Array<{ role: 'user' | 'model'; parts: object[] }> = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'model' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(partOf(message))
    else turns.push({ role, parts: [partOf(message)] })
  }
  return turns
}

const DEFECTS: Record<string, PlainReply['defect']> = {
  MAX_TOKENS: 'cut',
  SAFETY: 'withheld',
  RECITATION: 'withheld',
  PROHIBITED_CONTENT: 'withheld',
  BLOCKLIST: 'withheld',
  SPII: 'withheld',
}

/** Reads only the fields that are used: an answer is not rejected because of what surrounds it. */
function readContent(body: unknown): PlainReply | null {
  const { candidates, promptFeedback, usageMetadata, modelVersion } = fieldsOf(body) ?? {}
  const blocked = wordIn(fieldsOf(promptFeedback)?.blockReason)
  const served = servedModel(modelVersion)
  if (blocked !== null)
    return { text: '', refusal: '', ending: blocked, defect: 'withheld', servedModel: served }
  if (!Array.isArray(candidates) && fieldsOf(usageMetadata) === null) return null
  const candidate = fieldsOf(Array.isArray(candidates) ? candidates[0] : undefined)
  if (candidate === null)
    throw new ProviderFault('empty_reply', 'The response did not contain any candidates.')
  const ending = wordIn(candidate.finishReason)
  return {
    text: textIn(candidate),
    refusal: '',
    ending,
    defect: DEFECTS[ending ?? ''] ?? null,
    servedModel: served,
  }
}

/** The parts of a candidate, whole or of one event of a stream. */
export function partsIn(candidate: unknown): Array<Record<string, unknown>> {
  const parts = fieldsOf(fieldsOf(candidate)?.content)?.parts
  return Array.isArray(parts) ? parts.map(fieldsOf).filter((part) => part !== null) : []
}

/** The text of a candidate without its thoughts. */
export function textIn(candidate: unknown): string {
  return partsIn(candidate)
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
