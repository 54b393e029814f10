import { parseJson } from '../../../contract/json-text.ts'
import { callsIn, partsIn, textIn } from './protocols/gemini.ts'
import { contentOf, fieldsOf, type JsonObject, servedModel, textParts, wordIn } from './protocols/protocol.ts'

export type StreamedReply = ReturnType<typeof createStreamedReply>

/** Types of the events of the messages protocol; others may be added to it and are to be ignored. */
const STEP = /^(?:message|content_block)_/
/** Fields of Gemini's events, of which each has one at least. */
const GEMINI = ['candidates', 'promptFeedback', 'usageMetadata']

/** A reply that arrives in pieces, put together in the form it would have had as one body. */
export function createStreamedReply() {
  const pieces = { text: '', refusal: '' }
  /** Calls as far as they have arrived, by their numbers. */
  const calls = new Map<number, { id: string; name: string; input: string }>()
  let length = 0
  let model: string | undefined
  let isMessage = false
  /** The fields of Gemini's events that are not pieces of the text; null for the other protocols. */
  let content: JsonObject | null = null
  let hasChoice = false
  let ending: string | null = null
  let isOver = false
  let usage: JsonObject | null = null

  function keep(kind: keyof typeof pieces, piece: unknown): void {
    if (typeof piece !== 'string') return
    pieces[kind] += piece
    length += piece.length
  }

  /** Adds to a call; one without a number goes on with the last, unless it has an id of its own. */
  function keepCall(place: unknown, { id, name, input }: { id?: unknown; name?: unknown; input?: unknown }) {
    const last = calls.size - 1
    const number = typeof place === 'number' ? place : id === undefined && last >= 0 ? last : last + 1
    const call = calls.get(number) ?? { id: '', name: '', input: '' }
    calls.set(number, call)
    call.id ||= wordIn(id) ?? ''
    call.name ||= wordIn(name) ?? ''
    if (typeof input !== 'string') return
    call.input += input
    length += input.length
  }

  /** Later figures replace earlier ones: all count from the beginning of the reply. */
  function note(stats: unknown): void {
    const figures = fieldsOf(stats)
    if (figures === null) return
    const stated = Object.entries(figures).filter(([, figure]) => figure !== null)
    usage = { ...usage, ...Object.fromEntries(stated) }
  }

  /** Takes an event of the chat completions protocol. */
  function addChunk(event: JsonObject, choices: unknown[]): boolean {
    model ??= servedModel(event.model)
    note(event.usage)
    const choice = fieldsOf(choices[0])
    if (choice === null) return false
    hasChoice = true
    ending = wordIn(choice.finish_reason) || ending
    const delta = fieldsOf(choice.delta) ?? fieldsOf(choice.message)
    if (delta === null) return false
    keep('text', contentOf(delta.content))
    keep('refusal', delta.refusal)
    for (const call of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) {
      const { index, id, function: called } = fieldsOf(call) ?? {}
      const { name, arguments: input } = fieldsOf(called) ?? {}
      keepCall(index, { id, name, input })
    }
    return bringsSomething(delta)
  }

  /** Takes an event of the messages protocol. */
  function addStep(event: JsonObject, type: string): boolean {
    isMessage = true
    const message = fieldsOf(event.message)
    model ??= servedModel(message?.model)
    note(message?.usage)
    note(event.usage)
    if (type === 'message_stop') isOver = true
    const block = fieldsOf(event.content_block)
    if (block?.type === 'tool_use') keepCall(event.index, block)
    keep('text', block?.text)
    const delta = fieldsOf(event.delta)
    if (delta === null) return false
    if (typeof delta.stop_reason === 'string') ending = delta.stop_reason
    keep('text', delta.text)
    if (typeof delta.partial_json === 'string') keepCall(event.index, { input: delta.partial_json })
    return type === 'content_block_delta' && bringsSomething(delta)
  }

  /** Takes an event of Gemini's protocol, which is a whole response with a part of the text. */
  function addContent(event: JsonObject): boolean {
    const { candidates, usageMetadata, modelVersion, promptFeedback } = event
    model ??= servedModel(modelVersion)
    content = { ...content, ...(promptFeedback === undefined ? {} : { promptFeedback }) }
    note(usageMetadata)
    // The prompt was refused, and nothing follows.
    ending = wordIn(fieldsOf(promptFeedback)?.blockReason) ?? ending
    const candidate = fieldsOf(Array.isArray(candidates) ? candidates[0] : undefined)
    if (candidate === null) return false
    hasChoice = true
    ending = wordIn(candidate.finishReason) || ending
    // Nothing else marks the end of such a stream.
    isOver ||= ending !== null && fieldsOf(usageMetadata) !== null
    keep('text', textIn(candidate))
    const called = callsIn(candidate)
    for (const call of called) keepCall(calls.size, { ...call, input: call.arguments })
    return called.length > 0 || partsIn(candidate).some(bringsSomething)
  }

  return {
    /** Takes an event of any protocol; whether it brought a part of the text or of the reasoning. */
    add(event: unknown): boolean {
      const fields = fieldsOf(event)
      if (fields === null) return false
      const { choices, type } = fields
      if (Array.isArray(choices)) return addChunk(fields, choices)
      if (GEMINI.some((name) => name in fields)) return addContent(fields)
      return typeof type === 'string' && STEP.test(type) && addStep(fields, type)
    },
    /** The provider says that nothing follows. */
    end() {
      isOver = true
    },
    isOver: () => isOver,
    /** Whether the text is complete: the provider has said how it ended, or that nothing follows. */
    isComplete: () => isOver || ending !== null,
    text: () => pieces.text,
    length: () => length,
    usage: () => usage,
    body(): unknown {
      const called = [...calls.values()].filter(({ name }) => name !== '')
      if (isMessage) {
        // The input as it was written: numbers may have more digits than survive parsing.
        const uses = called.map((call) => ({ type: 'tool_use', ...call, input: call.input || {} }))
        const content = [...textParts(pieces.text), ...uses]
        return { type: 'message', model, content, stop_reason: ending, usage }
      }
      if (content !== null) {
        const functionCalls = called.map(({ id, name, input }) => ({
          functionCall: { id, name, args: parseJson(input) },
        }))
        const parts = [{ text: pieces.text }, ...functionCalls]
        const candidates = hasChoice ? [{ content: { parts }, finishReason: ending }] : []
        return { ...content, candidates, usageMetadata: usage, modelVersion: model }
      }
      const toolCalls = called.map(({ id, name, input }) => ({ id, function: { name, arguments: input } }))
      const message = {
        content: pieces.text,
        refusal: pieces.refusal,
        ...(called.length > 0 && { tool_calls: toolCalls }),
      }
      return { model, choices: hasChoice ? [{ message, finish_reason: ending }] : [], usage }
    },
  }
}

/** Whether a piece brings text, or reasoning in any of its many forms, rather than only its role or type. */
function bringsSomething(delta: JsonObject): boolean {
  return Object.entries(delta).some(([name, value]) => {
    const isSome = typeof value === 'string' || Array.isArray(value)
    return name !== 'role' && name !== 'type' && isSome && value.length > 0
  })
}
