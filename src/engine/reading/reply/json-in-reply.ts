import { spokenIn } from '../reply-text.ts'
import { parseLeniently } from './lenient-json.ts'

/** The fields of a JSON object, by name in lower case with underscores. */
export type Fields = ReadonlyMap<string, unknown>

/** How often a text may be searched for objects, so that a text full of braces does not cost more. */
const MOST_PASSES = 8
const OBJECT_START = /\{\s*(?:["'“]|\/[/*]|[\p{L}_]\w{0,40}\s*:)/uy
/** “Position B wrote:” – the object after it is a quotation, not the reply of the model that quotes it. */
const QUOTES_ANOTHER = /\b(?:positions?|peers?|others?|(?:model|expert|seat) [A-P])\b[^{}.!?]{0,40}$/i
const LONGEST_INTRODUCTION = 80
const QUOTED_OBJECT = /^\s*"\s*\{/

/**
 * The objects of a reply, the most likely reply first: the whole text, then objects in fenced blocks, then objects
 * inside other text; of several, the last comes first. Objects after words that introduce a quotation are left out.
 */
export function* objectsIn(reply: string, quotes = QUOTES_ANOTHER): Generator<Fields> {
  const text = spokenIn(reply)
  const whole = parseObject(QUOTED_OBJECT.test(text) ? unquoted(text) : text)
  if (whole !== null) {
    yield whole
    return
  }
  const fenced = text.split('```').filter((_, index) => index % 2 === 1)
  for (const block of fenced.reverse()) yield* objectsFromLast(block, quotes)
  yield* objectsFromLast(text, quotes)
}

/** The lists with a name in the objects of a reply, the most likely one first. */
export function* listsIn(reply: string, name: string): Generator<unknown[]> {
  for (const fields of objectsIn(reply)) {
    const listed = fields.get(name)
    if (Array.isArray(listed)) yield listed
  }
}

/** The fields of the one object that a text is, as models write it; null for any other text. */
export function objectIn(text: string): Fields | null {
  const trimmed = text.trim()
  return parseObject(trimmed) ?? (trimmed.startsWith('{') ? toFields(parseLeniently(trimmed)) : null)
}

function* objectsFromLast(text: string, quotes: RegExp): Generator<Fields> {
  for (const piece of piecesOf(text, quotes).reverse()) {
    const fields = parseObject(piece) ?? toFields(parseLeniently(piece))
    if (fields !== null) yield fields
  }
}

/**
 * The outermost parts of a text that begin like an object, ignoring braces in strings; one that never closes comes
 * first.
 */
function piecesOf(text: string, quotes: RegExp): string[] {
  const pieces: string[] = []
  let unclosed: string | null = null
  let left = MOST_PASSES * text.length
  for (let start = text.indexOf('{'); start !== -1 && left > 0; start = text.indexOf('{', start)) {
    OBJECT_START.lastIndex = start
    const end = OBJECT_START.test(text) ? closingBrace(text, start) : null
    // A brace that never closes is followed to the end of the text.
    if (end === -1) {
      left -= text.length - start
      unclosed ??= text.slice(start)
    }
    if (end === null || end === -1) start++
    else {
      if (!quotes.test(text.slice(Math.max(0, start - LONGEST_INTRODUCTION), start)))
        pieces.push(text.slice(start, end + 1))
      start = end + 1
    }
  }
  return unclosed === null ? pieces : [unclosed, ...pieces]
}

/** Where the object ends that begins at a place, ignoring braces in strings; -1 if it does not. */
function closingBrace(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (inString && character === '\\') index++
    else if (character === '"') inString = !inString
    else if (!inString && character === '{') depth++
    else if (!inString && character === '}' && --depth === 0) return index
  }
  return -1
}

/** The fields of a text that consists of one object; null for any other text. */
export function parseObject(text: string): Fields | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  const value = parseJson(text)
  return typeof value === 'object' && !Array.isArray(value) ? toFields(value) : null
}

function toFields(object: object | null): Fields | null {
  if (object === null) return null
  const fields = new Map<string, unknown>()
  for (const [key, field] of Object.entries(object)) {
    const name = key.trim().toLowerCase().replace(/[ -]/g, '_')
    if (!fields.has(name)) fields.set(name, field)
  }
  return fields
}

/** Parses JSON, even if it contains single backslashes, as models write them in LaTeX. */
function parseJson(text: string): unknown {
  for (const candidate of [text, text.replace(/\\(?!["\\/bfnrtu])/g, '\\\\')]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Not JSON when read this way.
    }
  }
  return null
}

function unquoted(text: string): string {
  const value = parseJson(text.trim())
  return typeof value === 'string' ? value.trim() : text
}

/** The JSON in a text, without a fence or words around it; the text itself where there is none. */
export function jsonText(text: string): string {
  const trimmed = text.trim()
  const [opening = '{'] = /[{[]/.exec(trimmed) ?? []
  const end = trimmed.lastIndexOf(opening === '[' ? ']' : '}')
  const inside = trimmed.slice(Math.max(0, trimmed.indexOf(opening)), end + 1)
  return [trimmed, inFence(trimmed), inside].find(isJson) ?? trimmed
}

/** What stands in the first fenced block; empty where there is none. */
function inFence(text: string): string {
  const fence = text.indexOf('```')
  const start = fence === -1 ? -1 : text.indexOf('\n', fence)
  const end = start === -1 ? -1 : text.indexOf('```', start)
  return end === -1 ? '' : text.slice(start, end).trim()
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
