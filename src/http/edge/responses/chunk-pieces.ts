import type { ChatChunk, ChatUsage, FinishReason, ToolCall } from '../../../contract/chat/chat-response.ts'

/** What chunks of a completion say, one after the other. */
export type Piece =
  | { kind: 'begin'; chunk: Pick<ChatChunk, 'id' | 'created' | 'model'> }
  | { kind: 'reasoning'; delta: string }
  /** A part of the answer, or all of it. */
  | { kind: 'text'; delta: string; isWhole: boolean }
  | { kind: 'call'; call: ToolCall }
  | {
      kind: 'end'
      finishReason: FinishReason | null
      usage: ChatUsage | undefined
      stretto: ChatChunk['stretto']
    }

/** Reads chunks. The first text is held back until it is known whether more will follow; a call, until it is complete. */
export async function* piecesOf(chunks: AsyncIterable<ChatChunk>): AsyncGenerator<Piece, void> {
  const end: Extract<Piece, { kind: 'end' }> = {
    kind: 'end',
    finishReason: null,
    usage: undefined,
    stretto: undefined,
  }
  let hasBegun = false
  let firstText: string | null = null
  let isStreaming = false
  let call: ToolCall | null = null

  function* heldText(isWhole: boolean): Generator<Piece> {
    if (firstText !== null) yield { kind: 'text', delta: firstText, isWhole }
    firstText = null
  }
  function* heldCall(): Generator<Piece> {
    if (call !== null) yield { kind: 'call', call }
    call = null
  }

  for await (const chunk of chunks) {
    if (!hasBegun) yield { kind: 'begin', chunk }
    hasBegun = true
    end.usage = chunk.usage ?? end.usage
    end.stretto = chunk.stretto ?? end.stretto
    const [choice] = chunk.choices
    if (choice === undefined) continue
    const { content, reasoning_content, tool_calls = [] } = choice.delta
    end.finishReason = choice.finish_reason ?? end.finishReason
    if (reasoning_content) yield { kind: 'reasoning', delta: reasoning_content }
    if (content && firstText === null && !isStreaming) firstText = content
    else if (content) {
      isStreaming = true
      yield* heldText(false)
      yield { kind: 'text', delta: content, isWhole: false }
    }
    for (const { id, function: called } of tool_calls) {
      if (id !== undefined) {
        yield* heldText(true)
        yield* heldCall()
        call = { id, type: 'function', function: { name: called.name ?? '', arguments: '' } }
      }
      if (call !== null) call.function.arguments += called.arguments
    }
  }
  yield* heldText(true)
  yield* heldCall()
  yield end
}
