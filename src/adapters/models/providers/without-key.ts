const MASK = '[key]'
/** A fragment of the key of this length is masked like the key: providers like to repeat its ends. */
const REVEALING_LENGTH = 8

/** A model's reply with the key masked; a very short key, as local servers accept, is not a secret. */
export function replyWithoutKey(text: string, apiKey: string): string {
  return apiKey.length < REVEALING_LENGTH ? text : masked(text, apiKey)
}

/** Where the key may begin at the end of a text that goes on; its length if nothing there looks like it. */
export function keyBegunAt(text: string, apiKey: string): number {
  if (apiKey.length < REVEALING_LENGTH) return text.length
  const keys = [apiKey, encodeURIComponent(apiKey)]
  // The end of a whole key, which is masked, may look like the beginning of another.
  const after = Math.max(...keys.map((key) => (text.includes(key) ? text.lastIndexOf(key) + key.length : 0)))
  const starts = keys.map((key) => {
    let start = Math.max(after, text.length - key.length + 1)
    while (!key.startsWith(text.slice(start))) start++
    return start
  })
  return Math.min(...starts)
}

/** An error message with everything masked that looks like a key, this one or another, whole or in part. */
export function wordsWithoutKey(words: string, apiKey: string): string {
  return masked(words, apiKey)
    .replace(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${MASK}`)
    .replace(/\bsk-[\w*.…-]+/g, MASK)
    .replace(/\/\/[^/@\s]+@/g, `//${MASK}@`)
    .replace(/[\w*.…+/=~-]{8,}/g, (token) => (holdsPartOf(apiKey, token) ? MASK : token))
}

/** A text with the key masked, plain or URL-encoded. */
function masked(text: string, apiKey: string): string {
  return apiKey === '' ? text : text.replaceAll(apiKey, MASK).replaceAll(encodeURIComponent(apiKey), MASK)
}

function holdsPartOf(apiKey: string, token: string): boolean {
  for (let start = 0; start + REVEALING_LENGTH <= token.length; start++) {
    if (apiKey.includes(token.slice(start, start + REVEALING_LENGTH))) return true
  }
  return false
}
