/** The beginning and the end of a text that is longer than so many characters, on lines of their own; otherwise the text. */
export function bothEnds(text: string, longest: number): string {
  if (text.length <= longest) return text
  const half = Math.floor(longest / 2)
  // A surrogate pair is one character and must not be split.
  const beginning = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')
  return `${beginning}\n${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`
}
