const TAG = /<(\/?)(?:think|thinking|thought|reasoning|scratchpad)>/gi

/** A reply without what a model only thought; null when it never got beyond thinking. */
export function withoutThinking(text: string): string | null {
  const tags = [...text.matchAll(TAG)]
  const [first, last] = [tags[0], tags.at(-1)]
  if (first === undefined || last === undefined) return text
  // Some templates open the thinking themselves, so that only its end is in the reply.
  if (last[1] === '/') return text.slice(last.index + last[0].length)
  const closed = tags.findLast(([, slash]) => slash === '/')
  const said = text
    .slice(closed ? closed.index + closed[0].length : 0, closed ? last.index : first.index)
    .trim()
  return said === '' ? null : said
}
