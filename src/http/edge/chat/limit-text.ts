import type { FinishReason } from '../../../contract/chat/chat-response.ts'

/** What a caller wants to read at most. */
export interface TextLimits {
  /** The text ends before the first of these. */
  stop: string[]
  maxTokens: number | null
}

/** Lets a text through piece by piece until a limit is reached. */
export interface LimitedText {
  /** What may be delivered now; the beginning of what may be a stop sequence is held back. */
  push(piece: string): string
  /** What was held back, once nothing follows. */
  end(): string
  finishReason(): FinishReason
}

/** About how many characters a token has: the models of a panel count theirs differently. */
const CHARACTERS_PER_TOKEN = 4

/** Begins a text with limits. */
export function limitText({ stop, maxTokens }: TextLimits): LimitedText {
  const sequences = stop.filter((sequence) => sequence !== '')
  let left = maxTokens === null ? Number.POSITIVE_INFINITY : maxTokens * CHARACTERS_PER_TOKEN
  let held = ''
  let isOver = false
  let reason: FinishReason = 'stop'

  function deliver(text: string): string {
    if (text.length <= left) {
      left -= text.length
      return text
    }
    isOver = true
    reason = 'length'
    // Half a character is none.
    const end = /[\uD800-\uDBFF]/.test(text.charAt(left - 1)) ? left - 1 : left
    return text.slice(0, end)
  }

  return {
    push(piece) {
      if (isOver) return ''
      const text = held + piece
      const stops = sequences.map((sequence) => text.indexOf(sequence)).filter((place) => place !== -1)
      if (stops.length > 0) {
        held = ''
        const delivered = deliver(text.slice(0, Math.min(...stops)))
        isOver = true
        return delivered
      }
      const kept = Math.max(0, ...sequences.map((sequence) => begunAtEnd(text, sequence)))
      held = text.slice(text.length - kept)
      return deliver(text.slice(0, text.length - kept))
    },
    end() {
      return isOver ? '' : deliver(held)
    },
    finishReason: () => reason,
  }
}

/** How many characters at the end of a text may be the beginning of a sequence. */
function begunAtEnd(text: string, sequence: string): number {
  for (let length = Math.min(sequence.length - 1, text.length); length > 0; length--)
    if (text.endsWith(sequence.slice(0, length))) return length
  return 0
}
