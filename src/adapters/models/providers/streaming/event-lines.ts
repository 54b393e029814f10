/** Divides a stream of text into lines as it arrives. Blank lines are left out. */
export interface EventLines {
  /** The lines that this piece of text completes. */
  push(text: string): string[]
  /** The line that has begun, without its end. */
  begun(): string
  /** Its length so far. */
  begunLength(): number
}

/** Starts with nothing. Lines end with a line feed, a carriage return or both. */
export function createEventLines(): EventLines {
  // Pieces of the line that has begun: only new text is searched, however long the line becomes.
  let begun: string[] = []
  let length = 0
  return {
    push(text) {
      const lines = text.split(/[\r\n]+/)
      const rest = lines.pop() ?? ''
      if (lines.length > 0) {
        lines[0] = begun.join('') + lines[0]
        begun = []
        length = 0
      }
      begun.push(rest)
      length += rest.length
      return lines.filter((line) => line.trim() !== '')
    },
    begun: () => begun.join(''),
    begunLength: () => length,
  }
}
