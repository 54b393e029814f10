import { matchAt } from '../../language/quantity/scan-number.ts'

/** Represents a value that was cut off. */
const CUT = Symbol('cut')

const SPACE = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const KEY = /([\p{L}_][\p{L}\p{N}_-]*)\s*(?=:)/uy
const BARE_VALUE = /[^,{}[\]\n"]+/y
// The end of a string is recognised by what follows the quotation mark: a comma and another value, a bracket, a colon.
const AFTER_TEXT =
  /\s*(?:$|[}\]:]|\/[/*]|,\s*(?:$|["'“{}[\]\-\d]|\/|(?:true|false|null|[\p{L}_]\w*\s*:))|(?=["'])(?<=\n\s*)["'])/uy
const CLOSING_QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
/** What means itself after a backslash; before anything else the backslash is kept. */
const ESCAPED = new Set(['"', "'", '/', '\\'])
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, none: null }
const DEEPEST = 20

/**
 * Reads the object at the start of a text as models write it: single quotes, comments, extra commas, line breaks in
 * strings, no end. Complete fields are read; a field that was cut off is not.
 */
export function parseLeniently(text: string): Record<string, unknown> | null {
  const reader = { text, position: 0 }
  const value = readObject(reader, 0)
  return value === CUT ? null : value
}

interface Reader {
  text: string
  position: number
}

function readValue(reader: Reader, depth: number): unknown {
  skipSpace(reader)
  const { text, position } = reader
  const character = text[position] ?? ''
  if (depth > DEEPEST || character === '') return CUT
  if (character === '{') return readObject(reader, depth)
  if (character === '[') return readList(reader, depth)
  if (character in CLOSING_QUOTES) return readText(reader)
  return readBare(reader)
}

function readObject(reader: Reader, depth: number): Record<string, unknown> | typeof CUT {
  reader.position++
  const fields: Record<string, unknown> = Object.create(null)
  for (;;) {
    skipSpace(reader)
    const character = reader.text[reader.position]
    if (character === '}') {
      reader.position++
      return fields
    }
    if (character === ',') reader.position++
    else {
      const key = readKey(reader)
      const value = key === null ? CUT : readValue(reader, depth + 1)
      // Only the outermost object is used if it was cut off: nobody knows what is missing from an inner one.
      if (key === null || value === CUT) return depth === 0 ? fields : CUT
      fields[key] ??= value
    }
  }
}

function readKey(reader: Reader): string | null {
  const bare = matchAt(KEY, reader.text, reader.position)
  let key: unknown = bare?.[1]
  if (bare) reader.position += bare[0].length
  else if ((reader.text[reader.position] ?? '') in CLOSING_QUOTES) key = readText(reader)
  skipSpace(reader)
  if (typeof key !== 'string' || reader.text[reader.position] !== ':') return null
  reader.position++
  return key
}

function readList(reader: Reader, depth: number): unknown {
  reader.position++
  const items: unknown[] = []
  for (;;) {
    skipSpace(reader)
    const character = reader.text[reader.position]
    if (character === ',' || character === ']') reader.position++
    if (character === ']') return items
    if (character === ',') continue
    const item = readValue(reader, depth + 1)
    if (item === CUT) return CUT
    items.push(item)
  }
}

function readText(reader: Reader): string | typeof CUT {
  const { text } = reader
  const closing = CLOSING_QUOTES[text[reader.position] ?? '']
  let read = ''
  for (let index = reader.position + 1; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '\\') {
      const next = text[++index] ?? ''
      read += ESCAPES[next] ?? (ESCAPED.has(next) ? next : `\\${next}`)
    } else if (character === closing && matchAt(AFTER_TEXT, text, index + 1)) {
      reader.position = index + 1
      return read
    } else read += character
  }
  return CUT
}

function readBare(reader: Reader): unknown {
  const match = matchAt(BARE_VALUE, reader.text, reader.position)
  const end = reader.position + (match?.[0].length ?? 0)
  // A number at the very end may have lost digits.
  if (!match || end >= reader.text.length) return CUT
  reader.position = end
  const word = match[0].trim()
  return word.toLowerCase() in WORDS ? WORDS[word.toLowerCase()] : word
}

function skipSpace(reader: Reader): void {
  for (let space = matchAt(SPACE, reader.text, reader.position); space; ) {
    reader.position += space[0].length
    space = matchAt(SPACE, reader.text, reader.position)
  }
}
