const LONGEST_WORDS = 400
/** How much of a page of markup is read. */
const LONGEST_PAGE = 8_000

/** A message for one line: without markup and control characters, and truncated. */
export function tidy(words: string): string {
  return words
    .slice(0, LONGEST_PAGE)
    .replace(/<(script|style)\b[^>]*>[^<]*/gi, ' ')
    .replace(/<[/!a-z][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)
}
