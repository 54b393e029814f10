/** The media type and the content of a data URL in base64; null for an address. */
export function dataIn(url: string): { type: string; base64: string } | null {
  const head = /^data:([^;,]*)(?:;[^,]*)?,/i.exec(url.slice(0, LONGEST_HEAD))
  if (head === null) return null
  return { type: head[1]!.trim().toLowerCase(), base64: url.slice(head[0].length) }
}

/** What stands before the content is short. */
const LONGEST_HEAD = 200
