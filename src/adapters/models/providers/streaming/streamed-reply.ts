import { partsIn, textIn } from '../protocols/gemini.ts'
import { contentOf, fieldsOf, servedModel, wordIn } from '../protocols/reply-fields.ts'

type Fields = Record<string, unknown>

/** A reply that arrives in pieces, put together in the form it would have had as one body. */
export interface StreamedReply {
  /** Takes an event of any protocol; whether it brought a part of the text or of the reasoning. */
  add(event: unknown): boolean
  /** The provider says that nothing follows. */
  end(): void
  isOver(): boolean
  /** Whether the text is complete: the provider has said how it ended, or that nothing follows. */
  isComplete(): boolean
  /** The text so far. */
  text(): string
  /** The length of what is kept. */
  length(): number
  /** The figures of its cost, as far as they are known. */
  usage(): Fields | null
  body(): unknown
}

/** Types of the events of the messages protocol; others may be added to it and are to be ignored. */
const STEP = /^(?:message|content_block)_/
/** Fields of Gemini's events, of which each has one at least. */
const GEMINI = ['candidates', 'promptFeedback', 'usageMetadata']

/** Starts with nothing. */
export function createStreamedReply(): StreamedReply {
  const pieces = { text: '', refusal: '', input: '' }
  let length = 0
  let tool: string | null = null
  let model: string | undefined
  let isMessage = false
  /** The fields of Gemini's events that are not pieces of the text; null for the other protocols. */
  let content: Fields | null = null
  let hasChoice = false
  let ending: string | null = null
  let isOver = false
  let usage: Fields | null = null

  function keep(kind: keyof typeof pieces, piece: unknown): void {
    if (typeof piece !== 'string') return
    pieces[kind] += piece
    length += piece.length
  }

  /** Later figures replace earlier ones: all count from the beginning of the reply. */
  function note(stats: unknown): void {
    const figures = fieldsOf(stats)
    if (figures === null) return
    const stated = Object.entries(figures).filter(([, figure]) => figure !== null)
    usage = { ...usage, ...Object.fromEntries(stated) }
  }

  /** Takes an event of the chat completions protocol. */
  function addChunk(event: Fields, choices: unknown[]): boolean {
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
    return bringsSomething(delta)
  }

  /** Takes an event of the messages protocol. */
  function addStep(event: Fields, type: string): boolean {
    isMessage = true
    const message = fieldsOf(event.message)
    model ??= servedModel(message?.model)
    note(message?.usage)
    note(event.usage)
    if (type === 'message_stop') isOver = true
    const block = fieldsOf(event.content_block)
    if (block?.type === 'tool_use') tool = wordIn(block.name)
    keep('text', block?.text)
    const delta = fieldsOf(event.delta)
    if (delta === null) return false
    if (typeof delta.stop_reason === 'string') ending = delta.stop_reason
    keep('text', delta.text)
    keep('input', delta.partial_json)
    return type === 'content_block_delta' && bringsSomething(delta)
  }

  /** Takes an event of Gemini's protocol, which is a whole response with a part of the text. */
  function addContent(event: Fields): boolean {
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
    return partsIn(candidate).some(bringsSomething)
  }

  return {
    add(event) {
      const fields = fieldsOf(event)
      if (fields === null) return false
      const { choices, type } = fields
      if (Array.isArray(choices)) return addChunk(fields, choices)
      if (GEMINI.some((name) => name in fields)) return addContent(fields)
      return typeof type === 'string' && STEP.test(type) && addStep(fields, type)
    },
    end() {
      isOver = true
    },
    isOver: () => isOver,
    isComplete: () => isOver || ending !== null,
    text: () => pieces.text,
    length: () => length,
    usage: () => usage,
    body() {
      if (isMessage) {
        const content = blocksOf(pieces.text, tool, pieces.input)
        return { type: 'message', model, content, stop_reason: ending, usage }
      }
      if (content !== null) {
        const candidate = { content: { parts: [{ text: pieces.text }] }, finishReason: ending }
        const candidates = hasChoice ? [candidate] : []
        return { ...content, candidates, usageMetadata: usage, modelVersion: model }
      }
      const message = { content: pieces.text, refusal: pieces.refusal }
      return { model, choices: hasChoice ? [{ message, finish_reason: ending }] : [], usage }
    },
  }
}

/** The parts of a message. The input of a tool that was cut off is no longer JSON, and is given as text. */
function blocksOf(whole: string, tool: string | null, input: string): object[] {
  const blocks: object[] = whole === '' ? [] : [{ type: 'text', text: whole }]
  if (tool === null) return blocks
  try {
    return [...blocks, { type: 'tool_use', name: tool, input: JSON.parse(input) }]
  } catch {
    return [...blocks, { type: 'text', text: input }]
  }
}

/** Whether a piece brings text, or reasoning in any of its many forms, rather than only its role or type. */
function bringsSomething(delta: Fields): boolean {
  return Object.entries(delta).some(([name, value]) => {
    const isSome = typeof value === 'string' || Array.isArray(value)
    return name !== 'role' && name !== 'type' && isSome && value.length > 0
  })
}
