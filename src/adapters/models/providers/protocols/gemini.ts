import type { Attachment } from '../../../../contract/message-content.ts'
import type { ChatMessage, OfferedTools, ToolCall, ToolDefinition } from '../../../../engine/index.ts'
import { ProviderFault } from '../provider-fault.ts'
import {
  dataIn,
  fieldsOf,
  isLittle,
  type JsonObject,
  objectIn,
  type PlainReply,
  type Protocol,
  SHOWN_BELOW,
  servedModel,
  shownResult,
  thinkingTokens,
  type Wanted,
  wordIn,
} from './protocol.ts'

export const gemini: Protocol = {
  isChat: false,
  ownUrl: 'https://generativelanguage.googleapis.com/v1beta',
  path: ({ model, isStreamed }) =>
    `/models/${encodeURIComponent(model)}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  // The key in a header: in the address it would be in the logs of proxies.
  headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  body(wanted) {
    const { messages, model, tools } = wanted
    const system = messages.flatMap(({ role, content }) => (role === 'system' ? textParts(content) : []))
    // Fields that are undefined are not sent.
    return {
      systemInstruction: system.length === 0 ? undefined : { parts: system },
      contents: turnsOf(messages, !UNSIGNED.test(model)),
      ...(tools && toolFields(tools)),
      generationConfig: configOf(wanted),
    }
  },
  read: readContent,
}

function configOf(wanted: Wanted): object {
  const { temperature, maxTokens, seed, schema, features } = wanted
  const format = { responseMimeType: 'application/json', responseJsonSchema: schema }
  return {
    temperature: features.has('temperature') ? temperature : undefined,
    maxOutputTokens: features.has('max_tokens') ? maxTokens : undefined,
    seed: features.has('seed') ? seed : undefined,
    thinkingConfig: features.has('effort') ? thinkingOf(wanted) : undefined,
    ...(features.has('schema') ? format : {}),
  }
}

/** How hard a model thinks: models of version 2.5 take a number of tokens, later ones a word. */
function thinkingOf({ model, effort, maxTokens }: Wanted): object | undefined {
  if (effort === undefined || /^gemini-(?:1|2\.0)/.test(model)) return undefined
  // Left alone, these do not think.
  if (isLittle(effort) && model.includes('flash-lite')) return undefined
  const isPro = /\bpro\b/.test(model)
  if (model.startsWith('gemini-2.5'))
    return { thinkingBudget: Math.max(isPro ? FEWEST_OF_PRO : 0, thinkingTokens(effort, maxTokens)) }
  const least = isPro ? 'low' : 'minimal'
  const word = effort === 'none' || effort === 'minimal' ? least : effort === 'xhigh' ? 'high' : effort
  return { thinkingLevel: word }
}

/** Such models cannot do without. */
const FEWEST_OF_PRO = 128

const MODES = { auto: 'AUTO', required: 'ANY', none: 'NONE' } as const

function toolFields({ tools, choice }: OfferedTools): object {
  if (tools.length === 0) return {}
  const mode =
    typeof choice === 'string'
      ? { mode: MODES[choice] }
      : { mode: 'ANY', allowedFunctionNames: [choice.name] }
  return {
    tools: [{ functionDeclarations: tools.map(declared) }],
    toolConfig: { functionCallingConfig: mode },
  }
}

function declared({ name, description, parameters }: ToolDefinition): object {
  return { name, description, parametersJsonSchema: parameters }
}

function textParts(text: string): object[] {
  return text === '' ? [] : [{ text }]
}

function attachedPart({ url }: Attachment): object {
  const data = dataIn(url)
  return data ? { inlineData: { mimeType: data.type, data: data.base64 } } : { fileData: { fileUri: url } }
}

/** Models that do not sign their calls; later ones want a signature, or to be told that there is none. */
const UNSIGNED = /^gemini-[12]\b/
const NO_SIGNATURE = 'skip_thought_signature_validator'

function partsOf(message: ChatMessage, nameOf: (id: string) => string, isSigned: boolean): object[] {
  const { role, content, attachments = [], toolCalls = [], toolCallId = '' } = message
  const attached = attachments.map(attachedPart)
  if (role === 'tool') {
    const result = content === '' && attached.length > 0 ? SHOWN_BELOW : content
    const response = objectIn(result) ?? { result }
    return [{ functionResponse: { name: nameOf(toolCallId), response } }]
  }
  const called = toolCalls.map(({ name, arguments: input }, place) => ({
    functionCall: { name, args: objectIn(input) ?? {} },
    // The first of several calls stands for all of them.
    thoughtSignature: isSigned && place === 0 ? NO_SIGNATURE : undefined,
  }))
  return [...textParts(content), ...attached, ...called]
}

/** The conversation without the system: in this protocol, the roles take turns, and results name their tool. */
function turnsOf(messages: ChatMessage[], isSigned: boolean): object[] {
  // Some clients use the same ids again in later turns.
  const names = new Map<string, string>()
  const turns: Array<{ role: 'user' | 'model'; parts: object[] }> = []
  const nameOf = (id: string) => names.get(id) ?? id
  /** What results show, which must not stand between them. */
  const shown: object[] = []
  const add = (role: 'user' | 'model', parts: object[]) => {
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else if (parts.length > 0) turns.push({ role, parts })
  }
  for (const message of messages) {
    if (message.role === 'system') continue
    for (const { id, name } of message.toolCalls ?? []) names.set(id, name)
    const isResult = message.role === 'tool'
    if (!isResult) add('user', shown.splice(0))
    add(message.role === 'assistant' ? 'model' : 'user', partsOf(message, nameOf, isSigned))
    if (isResult && message.attachments)
      shown.push(
        ...textParts(shownResult(nameOf(message.toolCallId ?? ''))),
        ...message.attachments.map(attachedPart),
      )
  }
  add('user', shown)
  return turns
}

const WITHHELD = ['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII']

/** Reads only the fields that are used: an answer is not rejected because of what surrounds it. */
function readContent(body: unknown): PlainReply | null {
  const { candidates, promptFeedback, usageMetadata, modelVersion } = fieldsOf(body) ?? {}
  const blocked = wordIn(fieldsOf(promptFeedback)?.blockReason)
  const served = servedModel(modelVersion)
  if (blocked !== null)
    return { text: '', toolCalls: [], ending: blocked, defect: 'withheld', servedModel: served }
  if (!Array.isArray(candidates) && fieldsOf(usageMetadata) === null) return null
  const candidate = fieldsOf(Array.isArray(candidates) ? candidates[0] : undefined)
  if (candidate === null)
    throw new ProviderFault('empty_reply', 'The response did not contain any candidates.')
  const ending = wordIn(candidate.finishReason)
  return {
    text: textIn(candidate),
    toolCalls: callsIn(candidate),
    ending,
    defect: ending === 'MAX_TOKENS' ? 'cut' : WITHHELD.includes(ending ?? '') ? 'withheld' : null,
    servedModel: served,
  }
}

/** The parts of a candidate, whole or of one event of a stream. */
export function partsIn(candidate: unknown): JsonObject[] {
  const parts = fieldsOf(fieldsOf(candidate)?.content)?.parts
  return Array.isArray(parts) ? parts.map(fieldsOf).filter((part) => part !== null) : []
}

export function callsIn(candidate: unknown): ToolCall[] {
  return partsIn(candidate).flatMap((part) => {
    const { id, name, args } = fieldsOf(part.functionCall) ?? {}
    if (typeof name !== 'string') return []
    return [{ id: wordIn(id) ?? '', name, arguments: JSON.stringify(args ?? {}) }]
  })
}

/** The text of a candidate without its thoughts. */
export function textIn(candidate: unknown): string {
  return partsIn(candidate)
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
