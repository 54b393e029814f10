import { z } from 'zod'
import { Content, ServedModel } from '../protocols/reply-fields.ts'

type Fields = Record<string, unknown>

/** A reply that arrives in pieces, put together in the form it would have had as one body. */
export interface StreamedReply {
  /** Takes an event of either protocol; whether it brought a part of the text or of the reasoning. */
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

const fields = z.record(z.string(), z.unknown()).nullish().catch(null)
const text = z.string().nullish().catch(null)
const Text = Content.nullish().catch(null)

const Choice = z.object({ delta: fields, message: fields, finish_reason: text })
/** An event of the chat completions protocol. */
const Chunk = z.object({
  model: ServedModel,
  choices: z.array(Choice.nullable().catch(null)),
  usage: fields,
})

/** An event of the messages protocol; others may be added to it and are to be ignored. */
const Step = z.object({
  type: z.string().regex(/^(?:message|content_block)_/),
  message: z.object({ model: ServedModel, usage: fields }).nullish().catch(null),
  content_block: z.object({ type: text, name: text, text }).nullish().catch(null),
  delta: fields,
  usage: fields,
})

/** Starts with nothing. */
export function createStreamedReply(): StreamedReply {
  const pieces = { text: '', refusal: '', input: '' }
  let length = 0
  let tool: string | null = null
  let model: string | undefined
  let isMessage = false
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
  function note(figures: Fields | null | undefined): void {
    if (!figures) return
    const stated = Object.entries(figures).filter(([, figure]) => figure !== null)
    usage = { ...usage, ...Object.fromEntries(stated) }
  }

  function addChunk({ model: name, choices: [choice], usage: figures }: z.infer<typeof Chunk>): boolean {
    model ??= name
    note(figures)
    if (!choice) return false
    hasChoice = true
    ending = choice.finish_reason || ending
    const delta = choice.delta ?? choice.message
    if (!delta) return false
    keep('text', Text.parse(delta.content))
    keep('refusal', delta.refusal)
    return bringsSomething(delta)
  }

  function addStep({ type, message, content_block, delta, usage: figures }: z.infer<typeof Step>): boolean {
    isMessage = true
    model ??= message?.model
    note(message?.usage)
    note(figures)
    if (type === 'message_stop') isOver = true
    if (content_block?.type === 'tool_use') tool = content_block.name ?? null
    keep('text', content_block?.text)
    if (!delta) return false
    if (typeof delta.stop_reason === 'string') ending = delta.stop_reason
    keep('text', delta.text)
    keep('input', delta.partial_json)
    return type === 'content_block_delta' && bringsSomething(delta)
  }

  return {
    add(event) {
      const chunk = Chunk.safeParse(event)
      if (chunk.success) return addChunk(chunk.data)
      const step = Step.safeParse(event)
      return step.success && addStep(step.data)
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
