/** How many levels JSON of strangers may have: more than anybody means, and far below what overflows a stack. */
export const MOST_LEVELS = 128

/** Where the string ends that begins at a place of a JSON text; beyond the text if it does not. */
function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  return json.length
}

/** Whether a JSON text has more levels than it may; seen before it is parsed, which takes seconds for a text of brackets. */
export function isTooDeep(json: string): boolean {
  let level = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = stringEnd(json, at)
    else if (character === ']' || character === '}') level--
    else if ((character === '[' || character === '{') && ++level > MOST_LEVELS) return true
  }
  return false
}

/** Parses JSON of a stranger; throws for a text that is none or is too deep. */
export function parseBounded(json: string): unknown {
  if (isTooDeep(json)) throw new SyntaxError(`nested deeper than ${MOST_LEVELS} levels`)
  return JSON.parse(json)
}

const LONGEST_KEY = 64

/**
 * Why JSON must not be delivered as it was written: it is too deep, or an object has a key twice, of which parsers see the
 * last and others may see the first. Null for nothing, and for what is no JSON.
 */
export function flawOf(json: string): string | null {
  if (isTooDeep(json)) return `is nested deeper than ${MOST_LEVELS} levels`
  try {
    const key = repeatedKey(json)
    return key && `has the key ${key.slice(0, LONGEST_KEY)} more than once in one object`
  } catch {
    return null
  }
}

/** A key, as it is written, that an object has already, perhaps with other escapes. */
function repeatedKey(json: string): string | null {
  const open: Array<Set<unknown>> = []
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{') open.push(new Set())
    else if (character === '}') open.pop()
    else if (character === '"') {
      const written = json.slice(at, stringEnd(json, at) + 1)
      at += written.length - 1
      let next = at + 1
      while (json.charCodeAt(next) <= SPACE) next++
      if (json[next] !== ':') continue
      const key = JSON.parse(written)
      const keys = open.at(-1)
      if (keys?.has(key)) return written
      keys?.add(key)
    }
  }
  return null
}

const SPACE = 0x20
