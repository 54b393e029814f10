const TAG = /<(\/?)(?:think|thinking|thought|reasoning|scratchpad)>/gi

/** A reply without the thinking of the model; null if the thinking never ends. */
export function withoutThinking(text: string): string | null {
  let first: RegExpExecArray | undefined
  let last: RegExpExecArray | undefined
  let closed: RegExpExecArray | undefined
  // One by one: a hostile text may contain hundreds of thousands.
  for (const tag of text.matchAll(TAG)) {
    first ??= tag
    last = tag
    if (tag[1] === '/') closed = tag
  }
  if (first === undefined || last === undefined) return text
  // Some templates begin the thinking themselves, so that the reply contains only its end.
  if (last[1] === '/') return text.slice(last.index + last[0].length)
  const said = text
    .slice(closed ? closed.index + closed[0].length : 0, closed ? last.index : first.index)
    .trim()
  return said === '' ? null : said
}
