/**
 * A text in parts of at most so many characters, which together are the text; cut after a line break, else after a space,
 * so that no word, number or date is cut unless it is as long as a part.
 */
export function textParts(text: string, longest: number): string[] {
  const parts: string[] = []
  let start = 0
  while (text.length - start > longest) {
    const part = text.slice(start, start + longest)
    const length = part.lastIndexOf('\n') + 1 || part.lastIndexOf(' ') + 1 || longest
    parts.push(part.slice(0, length))
    start += length
  }
  parts.push(text.slice(start))
  return parts
}
