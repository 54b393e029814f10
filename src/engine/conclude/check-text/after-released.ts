const WORD = /[\p{L}\p{N}]+/gu
const SENTENCE_END = /[.!?]["'”’)\]*_]*\s+|[。！？]\s*/g

/**
 * What a text says after what was released already: a writer who is to continue a text may repeat its beginning.
 * Compared by words, and cut after whole sentences if only some of it is repeated. Empty while it says nothing else.
 */
export function afterReleased(text: string, released: string): string {
  const told = released.toLowerCase().match(WORD) ?? []
  const words = [...text.matchAll(WORD)]
  const wordAt = (place: number) => words[place]?.[0].toLowerCase()
  let same = 0
  while (same < told.length && wordAt(same) === told[same]) same++
  if (same === told.length) return same === 0 ? text : restAfter(text, words[same - 1]!)
  const next = words[same]
  // The last word may still be arriving.
  const mayRepeat = next === undefined || (isLast(next, text) && told[same]!.startsWith(wordAt(same)!))
  if (mayRepeat) return ''
  const repeated = [...text.slice(0, next.index).matchAll(SENTENCE_END)].at(-1)
  return repeated === undefined ? text : text.slice(repeated.index + repeated[0].length)
}

/** A text after a word and the signs that belong to it. */
function restAfter(text: string, word: RegExpExecArray): string {
  return text.slice(word.index + word[0].length).replace(/^[^\s\p{L}\p{N}]*\s*/u, '')
}

function isLast(word: RegExpExecArray, text: string): boolean {
  return word.index + word[0].length === text.length
}
