import type { ChatErrorBody } from '../../../contract/chat/chat-error.ts'
import type { ChatChunk, ToolCall } from '../../../contract/chat/chat-response.ts'
import type {
  OutputItem,
  ResponseEvent,
  ResponseObject,
} from '../../../contract/responses/response-object.ts'
import { type Piece, piecesOf } from './chunk-pieces.ts'
import {
  begunResponse,
  callItem,
  endedResponse,
  incompleteBy,
  type ResponseOrder,
  textPart,
} from './response-object.ts'

type Unnumbered = Omit<ResponseEvent, 'sequence_number'>
type Events = Generator<Unnumbered, void>

/** An item that is being written. */
interface OpenItem {
  kind: 'reasoning' | 'text'
  id: string
  text: string
}

/** Writes a response in events, with a summary of what the panel did if that is wanted. */
export function createResponseStream(order: ResponseOrder, hasSummary: boolean) {
  let sequence = 0
  let begun: ResponseObject | undefined
  const output: OutputItem[] = []
  let open: OpenItem | null = null
  const numbered = <Event extends object>(event: Event) => ({ ...event, sequence_number: sequence++ })
  /** Where the item that is being written stands. */
  const here = () => ({ item_id: open!.id, output_index: output.length })

  function* eventsOf(piece: Piece): Events {
    if (piece.kind === 'begin') {
      begun = begunResponse(piece.chunk, order)
      yield { type: 'response.created', response: begun }
      yield { type: 'response.in_progress', response: begun }
    } else if (piece.kind === 'end') yield* end(piece)
    else if (piece.kind === 'call') yield* write(piece.call)
    else if (piece.kind === 'text') yield* say(piece.delta, piece.isWhole)
    else if (hasSummary) yield* think(piece.delta)
  }

  function* think(delta: string): Events {
    if (open?.kind !== 'reasoning') {
      yield* close()
      open = { kind: 'reasoning', id: order.ids.reasoning(), text: '' }
      yield* add({ id: open.id, type: 'reasoning', summary: [] })
      const part = { type: 'summary_text' as const, text: '' }
      yield { type: 'response.reasoning_summary_part.added', ...here(), summary_index: 0, part }
    }
    open.text += delta
    yield { type: 'response.reasoning_summary_text.delta', ...here(), summary_index: 0, delta }
  }

  function* say(delta: string, isWhole: boolean): Events {
    if (open?.kind !== 'text') {
      yield* close()
      open = { kind: 'text', id: order.ids.message(isWhole ? delta : undefined), text: '' }
      yield* add({ id: open.id, type: 'message', role: 'assistant', status: 'in_progress', content: [] })
      yield { type: 'response.content_part.added', ...here(), content_index: 0, part: textPart('') }
    }
    open.text += delta
    if (delta !== '')
      yield { type: 'response.output_text.delta', ...here(), content_index: 0, delta, logprobs: [] }
  }

  function* write(call: ToolCall): Events {
    yield* close()
    const item = callItem(call, order.ids)
    const place = { item_id: item.id, output_index: output.length }
    const { name, arguments: input } = item
    yield* add({ ...item, arguments: '', status: 'in_progress' })
    yield { type: 'response.function_call_arguments.delta', ...place, delta: input }
    yield { type: 'response.function_call_arguments.done', ...place, name, arguments: input }
    yield* complete(item)
  }

  function* end({ finishReason, usage, stretto }: Extract<Piece, { kind: 'end' }>): Events {
    const incomplete = incompleteBy(finishReason)
    if (open?.kind !== 'text' && !output.some(({ type }) => type !== 'reasoning')) yield* say('', true)
    yield* close(incomplete !== null)
    const type = incomplete ? 'response.incomplete' : 'response.completed'
    yield { type, response: endedResponse(begun!, order, { output, incomplete, usage, stretto }) }
  }

  function* close(isCut = false): Events {
    if (open === null) return
    const { id, text, kind } = open
    if (kind === 'reasoning') {
      const part = { type: 'summary_text' as const, text }
      yield { type: 'response.reasoning_summary_text.done', ...here(), summary_index: 0, text }
      yield { type: 'response.reasoning_summary_part.done', ...here(), summary_index: 0, part }
      yield* complete({ id, type: 'reasoning', summary: [part] })
    } else {
      const part = textPart(text)
      yield { type: 'response.output_text.done', ...here(), content_index: 0, text, logprobs: [] }
      yield { type: 'response.content_part.done', ...here(), content_index: 0, part }
      const status = isCut ? ('incomplete' as const) : ('completed' as const)
      order.ids.keep(id, text)
      yield* complete({ id, type: 'message', role: 'assistant', status, content: [part] })
    }
    open = null
  }

  function* add(item: OutputItem): Events {
    yield { type: 'response.output_item.added', output_index: output.length, item }
  }

  function* complete(item: OutputItem): Events {
    yield { type: 'response.output_item.done', output_index: output.length, item }
    output.push(item)
  }

  return {
    /** The events, given the chunks of a completion. */
    async *events(chunks: AsyncIterable<ChatChunk>): AsyncGenerator<ResponseEvent, void> {
      for await (const piece of piecesOf(chunks)) for (const event of eventsOf(piece)) yield numbered(event)
    },
    /** The last events of a run that failed, given what is wrong. */
    failure(body: ChatErrorBody): object[] {
      const { code, message, param } = body.error
      const failed = begun && { ...begun, status: 'failed', output, error: { code, message } }
      return [
        ...(failed ? [numbered({ type: 'response.failed', response: failed })] : []),
        // Some clients look for the fields of an error in the event, others in its field error.
        numbered({ type: 'error', code, message, param, ...body }),
      ]
    },
  }
}
