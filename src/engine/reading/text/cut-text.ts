/** A text of at most so many characters, with an ellipsis where it was cut. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  // A pair of surrogates is one character and is not cut in two.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
