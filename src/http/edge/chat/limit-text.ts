import type { FinishReason } from '../../../contract/chat/chat-response.ts'

/** What a caller wants to read at most. */
export interface TextLimits {
  /** The text ends before the first of these. */
  stop: string[]
  maxTokens: number | null
}

/** About how many characters a token has: the models of a panel count theirs differently. */
const CHARACTERS_PER_TOKEN = 4

/** As much of a text as its limits allow, and why it ends there. */
export function limitText(
  text: string,
  { stop, maxTokens }: TextLimits,
): { content: string; finishReason: FinishReason } {
  const stops = stop.map((sequence) => (sequence === '' ? -1 : text.indexOf(sequence)))
  const content = text.slice(0, Math.min(text.length, ...stops.filter((place) => place !== -1)))
  const most = maxTokens === null ? Number.POSITIVE_INFINITY : maxTokens * CHARACTERS_PER_TOKEN
  if (content.length <= most) return { content, finishReason: 'stop' }
  // Half a character is none.
  const end = /[\uD800-\uDBFF]/.test(content.charAt(most - 1)) ? most - 1 : most
  return { content: content.slice(0, end), finishReason: 'length' }
}
