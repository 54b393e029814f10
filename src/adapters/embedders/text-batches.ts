const MOST_TEXTS = 96
/** OpenAI accepts 300,000 tokens per call, and a token has at least one byte. */
const MOST_BYTES = 300_000

/** Splits texts, in order, into batches that fit into one call. */
export function textBatches(texts: string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const size = Buffer.byteLength(text)
    const open = batches.at(-1)
    if (open === undefined || open.length === MOST_TEXTS || bytes + size > MOST_BYTES) {
      batches.push([text])
      bytes = size
    } else {
      open.push(text)
      bytes += size
    }
  }
  return batches
}
