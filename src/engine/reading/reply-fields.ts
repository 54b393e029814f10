import type { Abstention } from '../../contract/deliberation.ts'
import { parseJson } from '../../contract/json-text.ts'
import { cutText, spokenIn, withoutFence } from './reply-text.ts'

/** The fields of a JSON object, by name in lower case with underscores. */
export type ReplyFields = ReadonlyMap<string, unknown>

/** How often a text may be searched for objects, so that a text full of braces does not cost more. */
const MOST_PASSES = 8
const OBJECT_START = /\{\s*"/y

/** The objects of a reply, the most likely reply first: the whole text, then objects inside other text, the last one first. */
export function* objectsIn(reply: string): Generator<ReplyFields> {
  const text = spokenIn(reply)
  const whole = parseObject(text)
  if (whole !== null) {
    yield whole
    return
  }
  for (const piece of piecesOf(text).reverse()) {
    const fields = parseObject(piece)
    if (fields !== null) yield fields
  }
}

/** The lists with a name in the objects of a reply, the most likely one first. */
export function* listsIn(reply: string, name: string): Generator<unknown[]> {
  for (const fields of objectsIn(reply)) {
    const listed = fields.get(name)
    if (Array.isArray(listed)) yield listed
  }
}

/** The outermost parts of a text that begin and end like an object, ignoring braces in strings. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let left = MOST_PASSES * text.length
  for (let start = text.indexOf('{'); start !== -1 && left > 0; start = text.indexOf('{', start)) {
    OBJECT_START.lastIndex = start
    const end = OBJECT_START.test(text) ? closingBrace(text, start) : start
    // A brace that never closes is followed to the end of the text.
    if (end === -1) left -= text.length - start
    if (end > start) pieces.push(text.slice(start, end + 1))
    start = Math.max(start, end) + 1
  }
  return pieces
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
export function parseObject(text: string): ReplyFields | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  const value = parseJson(text) ?? parseJson(text.replace(STRING_OR_COMMA, mended))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? toFields(value) : null
}

function toFields(object: object): ReplyFields {
  const fields = new Map<string, unknown>()
  for (const [key, field] of Object.entries(object)) {
    const name = key.trim().toLowerCase().replace(/[ -]/g, '_')
    if (!fields.has(name)) fields.set(name, field)
  }
  return fields
}

/** A string, whether it ends or not, or a comma after the last item. */
const STRING_OR_COMMA = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|,(?=\s*[}\]])/g

/** What models write that is no JSON: single backslashes, as in LaTeX, line breaks in strings, and commas too many. */
function mended(part: string): string {
  if (part === ',') return ''
  return part.replace(/\\(?:["\\/bfnrt]|u[\da-f]{4})|\\|\r?\n/gi, (sign) => {
    if (sign === '\\') return '\\\\'
    return sign.endsWith('\n') ? '\\n' : sign
  })
}

/** The JSON in a text, without a fence or words around it; the text itself where there is none. */
export function jsonText(text: string): string {
  const trimmed = text.trim()
  const [opening = '{'] = /[{[]/.exec(trimmed) ?? []
  const end = trimmed.lastIndexOf(opening === '[' ? ']' : '}')
  const inside = trimmed.slice(Math.max(0, trimmed.indexOf(opening)), end + 1)
  return [trimmed, withoutFence(trimmed), inside].find((part) => parseJson(part) !== undefined) ?? trimmed
}

/** A value of a reply as text, short items separated by commas; empty if it has none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || value === null) return value == null ? '' : String(value)
  const items = Object.values(value)
  if (items.length === 0) return ''
  const isPlain = Array.isArray(value) && items.every((item) => !/[,;\n]/.test(JSON.stringify(item)))
  return isPlain ? items.map(textOf).filter(Boolean).join(', ') : JSON.stringify(value, null, 2)
}

/** A property of a value, if it is an object that has it. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A property of a value as text; empty if it has none. */
export function textAt(value: unknown, name: string): string {
  return textOf(property(value, name))
}

/** A value if it is a list; otherwise an empty one. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** What was read in a reply, or why nothing was. */
export type ReadReply<Reply> = { reply: Reply } | { abstention: Abstention }

/** The label that some words name, whatever case it is in and with or without a noun before it; null for none. */
export function labelIn(name: string, labels: string[]): string | null {
  const bare = name
    .replace(/^[\W_]*(?:draft|version|claim|choice|answer|reply|option)?[\W_]*/i, '')
    .replace(/(?<!\W)\W+$/, '')
  return labels.find((label) => label.toLowerCase() === bare.toLowerCase()) ?? null
}

/** Words for nothing, which models write instead of leaving a field empty. */
const NOTHING = new Set(['', 'none', 'no', 'nothing', 'n/a', 'null', 'empty'])

/** What a seat says of one of several things: a verdict, and why; empty for no reason. */
export interface Ballot<Verdict extends string> {
  label: string
  verdict: Verdict
  why: string
}

export const LONGEST_WHY = 1_000

/** What is listed of each of these labels; of several ballots on one label the first counts. */
export function ballotsIn<Verdict extends string>(
  listed: unknown,
  labels: string[],
  verdictIn: (said: string) => Verdict | null | undefined,
): Array<Ballot<Verdict>> {
  const ballots = new Map<string, Ballot<Verdict>>()
  for (const item of listIn(listed)) {
    const label = labelIn(textAt(item, 'label') || textAt(item, 'draft'), labels)
    const verdict = verdictIn(textAt(item, 'verdict'))
    if (label === null || verdict == null || ballots.has(label)) continue
    ballots.set(label, { label, verdict, why: reasonIn(property(item, 'why') ?? property(item, 'defect')) })
  }
  return [...ballots.values()]
}

/** A reason as far as it is kept; empty where it says that there is nothing to say. */
export function reasonIn(value: unknown): string {
  const text = cutText(textOf(value), LONGEST_WHY)
  return NOTHING.has(text.toLowerCase().replace(/[.\s]/g, '')) ? '' : text
}

/** The abstention of a model whose reply cannot be read. */
export function unreadable<Reply>(message: string, text: string): ReadReply<Reply> {
  return abstain('unreadable', `${message} It ends: ${text.slice(-200)}`)
}

export function abstain(code: Abstention['code'], message: string): { abstention: Abstention } {
  return { abstention: { code, message } }
}
