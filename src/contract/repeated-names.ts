import { quoteName } from './unknown-fields.ts'

/** How many names are reported, and how deep the objects are that are searched: those of a request are no deeper. */
const MOST_NAMED = 10
const DEEPEST = 4

/** Warnings about names that occur twice in one object of a body that is valid JSON; parsers keep the last value only. */
export function repeatedNameWarnings(json: string): string[] {
  const repeated = [...repeatedNames(json)].slice(0, MOST_NAMED)
  return repeated.map((name) => `${quoteName(name)} occurs more than once in the body; the last one counts.`)
}

function repeatedNames(json: string): Set<string> {
  const repeated = new Set<string>()
  const namesAt: Array<Set<string>> = []
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{' || character === '[') {
      depth++
      if (depth <= DEEPEST) namesAt[depth] = new Set()
    } else if (character === '}' || character === ']') {
      depth--
    } else if (character === '"') {
      const end = endOfText(json, at)
      if (depth <= DEEPEST && isFollowedByColon(json, end)) {
        const name: string = JSON.parse(json.slice(at, end + 1))
        const names = namesAt[depth]!
        if (names.has(name)) repeated.add(name)
        names.add(name)
      }
      at = end
    }
  }
  return repeated
}

/** Where the text that begins with this quotation mark ends. */
function endOfText(json: string, start: number): number {
  let end = start
  do {
    end = json.indexOf('"', end + 1)
  } while (isEscaped(json, end))
  return end
}

function isEscaped(json: string, place: number): boolean {
  let backslashes = 0
  while (json[place - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function isFollowedByColon(json: string, end: number): boolean {
  let next = end + 1
  while (' \t\r\n'.includes(json[next] ?? 'end')) next++
  return json[next] === ':'
}
