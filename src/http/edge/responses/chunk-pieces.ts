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

/** Reads chunks. The first text is held back until it is known whether more will follow; calls, until all are complete. */
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
  /** The calls as far as they have arrived, by their numbers; models mix their parts. */
  const calls = new Map<number, ToolCall>()

  function* heldText(isWhole: boolean): Generator<Piece> {
    if (firstText !== null) yield { kind: 'text', delta: firstText, isWhole }
    firstText = null
  }

  for await (const chunk of chunks) {
    if (!hasBegun) yield { kind: 'begin', chunk }
    hasBegun = true
    end.usage = chunk.usage ?? end.usage
    end.stretto = chunk.stretto ?? end.stretto
    // Chunks of single models are those of their servers, which leave out what they like.
    const choice = chunk.choices?.[0]
    const { content, reasoning_content, tool_calls } = choice?.delta ?? {}
    end.finishReason = choice?.finish_reason ?? end.finishReason
    if (reasoning_content) yield { kind: 'reasoning', delta: reasoning_content }
    if (content && firstText === null && !isStreaming) firstText = content
    else if (content) {
      isStreaming = true
      yield* heldText(false)
      yield { kind: 'text', delta: content, isWhole: false }
    }
    for (const { index, id, function: called } of tool_calls ?? []) {
      const number = index ?? Math.max(0, calls.size - 1)
      const call = calls.get(number) ?? { id: '', type: 'function', function: { name: '', arguments: '' } }
      calls.set(number, call)
      call.id ||= id ?? ''
      call.function.name ||= called?.name ?? ''
      call.function.arguments += called?.arguments ?? ''
    }
  }
  yield* heldText(true)
  for (const call of calls.values()) yield { kind: 'call', call }
  yield end
}
