const MASK = '[key]'
/** A piece of the key so long is taken for the key: providers like to repeat its ends. */
const TELLING_LENGTH = 8

/** A model's reply without the key; a word so short that it may be any other, as local servers take, is no secret. */
export function replyWithoutKey(text: string, apiKey: string): string {
  return apiKey.length < TELLING_LENGTH ? text : masked(text, apiKey)
}

/** Words of an error without anything that looks like a key, this one or another, whole or in part. */
export function wordsWithoutKey(words: string, apiKey: string): string {
  return masked(words, apiKey)
    .replace(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${MASK}`)
    .replace(/\bsk-[\w*.…-]+/g, MASK)
    .replace(/\/\/[^/@\s]+@/g, `//${MASK}@`)
    .replace(/[\w*.…+/=~-]{8,}/g, (token) => (holdsPartOf(apiKey, token) ? MASK : token))
}

/** A text without the key as it stands, or URL-encoded. */
function masked(text: string, apiKey: string): string {
  return apiKey === '' ? text : text.replaceAll(apiKey, MASK).replaceAll(encodeURIComponent(apiKey), MASK)
}

function holdsPartOf(apiKey: string, token: string): boolean {
  for (let start = 0; start + TELLING_LENGTH <= token.length; start++) {
    if (apiKey.includes(token.slice(start, start + TELLING_LENGTH))) return true
  }
  return false
}
