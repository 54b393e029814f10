/** A text of at most this many characters, with an ellipsis where it was cut. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  // A surrogate pair is one character and must not be split.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
