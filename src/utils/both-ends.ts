/** The beginning and the end of a text that is longer than so many characters, on lines of their own; otherwise the text. */
export function bothEnds(text: string, longest: number): string {
  if (text.length <= longest) return text
  const half = Math.floor(longest / 2)
  return `${beginningOf(text, half)}\n${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`
}

/** The beginning of a text; a surrogate pair is one character and is not split. */
export function beginningOf(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')
}
