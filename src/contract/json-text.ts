/** How many levels JSON of strangers may have: more than anybody means, and far below what overflows a stack. */
export const MOST_LEVELS = 128

/** Whether a JSON text has more levels than it may; seen before it is parsed, which takes long for a text of brackets. */
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
  if (isTooDeep(json)) throw new SyntaxError(`it is nested deeper than ${MOST_LEVELS} levels`)
  return JSON.parse(json)
}

/** The same; undefined where it cannot be parsed. */
export function parseJson(json: string): unknown {
  try {
    return parseBounded(json)
  } catch {
    return undefined
  }
}

const LONGEST_KEY = 64

/**
 * The same for JSON that is delivered as it was written: throws also where an object has a key twice, of which some parsers
 * see the last, as we do, and others the first.
 */
export function parseUnambiguous(json: string): unknown {
  const value = parseBounded(json)
  const open: Array<Set<unknown>> = []
  let string = ''
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{') open.push(new Set())
    else if (character === '}') open.pop()
    else if (character === '"') {
      string = json.slice(at, stringEnd(json, at) + 1)
      at += string.length - 1
    } else if (character === ':') {
      const [keys, key] = [open.at(-1)!, JSON.parse(string)]
      if (keys.has(key))
        throw new SyntaxError(`it has the key ${string.slice(0, LONGEST_KEY)} more than once in one object`)
      keys.add(key)
    }
  }
  return value
}

/** Where the string ends that begins at a place of a JSON text; beyond the text if it does not. */
function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  return json.length
}
