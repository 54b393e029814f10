/** Where a page may say its charset. https://html.spec.whatwg.org/#determining-the-character-encoding */
const LONGEST_PROLOGUE = 4_096

/** The last character may be cut off. Without this, Node.js 20 takes windows-1252 for latin1, and quotes for control characters. */
const CUT = { stream: true }

/** The text of a body, by its byte order mark, its header, its `<meta>`, or else by whether it is UTF-8. */
export function decodeText(body: Uint8Array, contentType: string): string {
  const prologue = new TextDecoder('latin1').decode(body.subarray(0, LONGEST_PROLOGUE))
  const labels = [markOf(body), charsetIn(contentType), charsetInMeta(prologue)]
  for (const label of labels) {
    try {
      if (label !== null) return new TextDecoder(label).decode(body, CUT)
    } catch {
      // A charset that nobody knows.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body, CUT)
  } catch {
    return new TextDecoder('windows-1252').decode(body, CUT)
  }
}

function markOf([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb ? 'utf-8' : null
}

function charsetIn(text: string): string | null {
  return /charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i.exec(text)?.[1] ?? null
}

function charsetInMeta(prologue: string): string | null {
  for (const tag of prologue.split(/<meta\s/i).slice(1)) {
    const label = charsetIn(tag.split('>', 1)[0]!)
    // It was readable as ASCII, so it is not what it says.
    if (label !== null) return /^utf-?16/i.test(label) ? 'utf-8' : label
  }
  return null
}
