import type { Abstention } from '../../contract/deliberation.ts'
import { parseBounded } from '../../contract/json-text.ts'
import { parseLeniently } from './lenient-json.ts'
import { cutText, givesUp, refusesTask, spokenIn } from './reply-text.ts'

/** The fields of a JSON object, by name in lower case with underscores. */
export type ReplyFields = ReadonlyMap<string, unknown>

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
export function* objectsIn(reply: string, quotes = QUOTES_ANOTHER): Generator<ReplyFields> {
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
export function objectIn(text: string): ReplyFields | null {
  const trimmed = text.trim()
  return parseObject(trimmed) ?? (trimmed.startsWith('{') ? toFields(parseLeniently(trimmed)) : null)
}

function* objectsFromLast(text: string, quotes: RegExp): Generator<ReplyFields> {
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
export function parseObject(text: string): ReplyFields | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  const value = parseJson(text)
  return typeof value === 'object' && !Array.isArray(value) ? toFields(value) : null
}

function toFields(object: object | null): ReplyFields | null {
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
      return parseBounded(candidate)
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
    parseBounded(text)
    return true
  } catch {
    return false
  }
}

const DEEPEST_VALUE = 3
/** A value that is an object, recognised by all its fields: {"value": 5, "unit": "km"}, {"letter": "C", "text": "…"}. */
const PARTS = [
  ['value', 'unit'],
  ['amount', 'unit'],
  ['amount', 'currency'],
  ['letter', 'text'],
  ['option', 'text'],
  ['choice', 'text'],
  ['answer'],
  ['text'],
  ['name'],
]

/** A value of a reply as text; empty if it has none. */
export function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  if (Array.isArray(value) && depth >= DEEPEST_VALUE) return JSON.stringify(value, null, 2)
  if (Array.isArray(value)) return value.length === 0 ? '' : listed(value, depth)
  const names = Object.keys(value)
  if (names.length === 0) return ''
  const parts = PARTS.find((part) => names.every((name) => part.includes(name)))
  if (parts === undefined || depth >= DEEPEST_VALUE) return JSON.stringify(value, null, 2)
  const texts = parts.map((part) => textAt(value, part, depth + 1))
  return texts.filter(Boolean).join(parts.includes('text') ? '. ' : ' ')
}

/** Short items separated by commas; other lists as JSON, which separates the items unambiguously. */
function listed(items: unknown[], depth: number): string {
  const isPlain = items.every((item) => typeof item !== 'object' && !/[,;\n]/.test(String(item)))
  if (!isPlain && depth === 0) return JSON.stringify(items, null, 2)
  const texts = items.map((item) => textOf(item, depth + 1))
  return texts.filter(Boolean).join(', ')
}

/** A property of a value, if it is an object that has it. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A property of a value as text; empty if it has none. */
export function textAt(value: unknown, name: string, depth = 0): string {
  return textOf(property(value, name), depth)
}

/** A value if it is a list; otherwise an empty one. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** What was read in a reply, or why nothing was. */
export type ReadReply<Reply> = { reply: Reply } | { abstention: Abstention }

/**
 * What stands before an object in the middle of a sentence, which mentions it: “I will not say {…}”. “My review of the
 * others:” introduces no quotation, as it would before an answer.
 */
const MENTIONS = /\S[ \t]+[^\n]*[^\s:：–—>*`|-][ \t]*$/

/** The objects of a reply that gives verdicts; none where the words before them refuse the task, or those after them give up. */
export function* verdictObjects(reply: string): Generator<ReplyFields> {
  const text = spokenIn(reply)
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1]
  const [before, after] = [text.slice(0, Math.max(0, start)), end === 0 ? '' : text.slice(end)]
  if (refusesTask(before) || givesUp(after)) return
  yield* objectsIn(text, MENTIONS)
}

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

/** The longest reason that is kept. */
export const LONGEST_WHY = 1_000

/** What is said of each of these labels, in a list or by label; of several ballots on one label the first counts. */
export function ballotsIn<Verdict extends string>(
  listed: unknown,
  labels: string[],
  verdictIn: (said: string) => Verdict | null | undefined,
): Array<Ballot<Verdict>> {
  const items: Array<[unknown, unknown]> = Array.isArray(listed)
    ? listed.map((item) => [property(item, 'draft') ?? property(item, 'label'), item])
    : Object.entries(listed ?? {})
  const ballots = new Map<string, Ballot<Verdict>>()
  for (const [name, item] of items) {
    const label = labelIn(textOf(name), labels)
    const verdict = verdictIn(textOf(typeof item === 'string' ? item : property(item, 'verdict')))
    if (label === null || verdict == null || ballots.has(label)) continue
    const why = property(item, 'defect') ?? property(item, 'defects') ?? property(item, 'why')
    ballots.set(label, { label, verdict, why: reasonIn(why) })
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
