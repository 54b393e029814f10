/** A sentence in quotation marks at the end of another, with one full stop. */
export function quoted(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? `“${sentence}”` : `“${sentence}”.`
}
