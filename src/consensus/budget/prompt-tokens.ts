import type { ChatMessage } from '../../engine/index.ts'

/** Base64 and rare scripts have hardly fewer than two bytes per token, monotonous texts rarely more than eight. */
const BYTES_PER_TOKEN = { fewest: 2, most: 8 }
/** A scanned page may have 100 kB and be read as 1,500 tokens. */
const FILE_BYTES_PER_TOKEN = 64
/** Images are scaled down, and pages shown as images: the cheapest way to read one, and the dearest. */
const IMAGE_TOKENS = { fewest: 70, most: 50_000 }

/**
 * How many tokens a prompt takes, with all that is sent beside its messages. It is measured as it is sent, so that nothing
 * is left out, whatever it is called; only images and files are told apart, because they are not read as text.
 */
export function promptTokens(messages: ChatMessage[], beside?: object): { fewest: number; most: number } {
  const attached = messages.flatMap(({ attachments = [] }) => attachments)
  const said = messages.map((message) => ({
    ...message,
    attachments: message.attachments?.map(({ url: _, ...about }) => about),
  }))
  const bytes = new TextEncoder().encode(JSON.stringify([said, beside])).length
  const sum = { fewest: bytes / BYTES_PER_TOKEN.most, most: bytes / BYTES_PER_TOKEN.fewest }
  for (const { kind, url } of attached) {
    const size = kind === 'image' ? 0 : url.length
    sum.fewest += Math.max(IMAGE_TOKENS.fewest, size / FILE_BYTES_PER_TOKEN)
    sum.most += Math.max(IMAGE_TOKENS.most, size / BYTES_PER_TOKEN.fewest)
  }
  return sum
}
