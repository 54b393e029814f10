import type { CodeLanguage } from './code-port.ts'

/** A value that is written out in code: of Python, JavaScript, JSON or SQL. */
export type Literal =
  | { type: 'none' }
  | { type: 'bool'; value: boolean }
  | { type: 'int'; value: bigint }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'list' | 'tuple' | 'set'; items: Literal[] }
  | { type: 'dict'; entries: Array<[Literal, Literal]> }

/** Longer or deeper values are not read, and values with more parts. */
const MOST_CHARACTERS = 2_000
const MOST_VALUES = 300
const DEEPEST = 12

const NUMBER = /[-+]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][-+]?\d{1,3})?/y
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const BLANK = /\s/
const WORDS = new Map<string, Literal>([
  ...['None', 'null', 'NULL', 'undefined'].map((word) => [word, { type: 'none' }] as const),
  ...['True', 'true', 'TRUE'].map((word) => [word, { type: 'bool', value: true }] as const),
  ...['False', 'false', 'FALSE'].map((word) => [word, { type: 'bool', value: false }] as const),
])
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0', '\n': '' }
const CLOSING: Record<string, string> = { '[': ']', '(': ')', '{': '}' }

/** Reads the value that is written at a place of a text, and where it ends; null if there is none. */
export function readLiteral(text: string, start = 0): { value: Literal; end: number } | null {
  const end = Math.min(text.length, start + MOST_CHARACTERS)
  let at = start
  let left = MOST_VALUES

  const skip = () => {
    while (at < end && BLANK.test(text[at]!)) at++
  }
  const takes = (sign: string) => {
    skip()
    if (text[at] !== sign || at >= end) return false
    at++
    return true
  }
  const match = (expression: RegExp) => {
    expression.lastIndex = at
    const [matched] = expression.exec(text) ?? []
    if (matched === undefined || at + matched.length > end) return null
    at += matched.length
    return matched
  }

  function value(depth: number): Literal | null {
    skip()
    if (depth > DEEPEST || left-- === 0 || at >= end) return null
    const sign = text[at]!
    if (sign === '"' || sign === "'") return quoted(sign)
    if (CLOSING[sign] !== undefined) return collection(sign, depth)
    const written = match(NUMBER)
    if (written !== null)
      return /[.eE]/.test(written)
        ? { type: 'float', value: Number(written) }
        : { type: 'int', value: BigInt(written.replace('+', '')) }
    return WORDS.get(match(WORD) ?? '') ?? null
  }

  function quoted(quote: string): Literal | null {
    at++
    for (let content = ''; at < end; at++) {
      const sign = text[at]!
      if (sign === '\\') {
        const [, code] = /^(?:x|u)([\da-f]{2,4})/i.exec(text.slice(at + 1, at + 6)) ?? []
        const next = text[at + 1] ?? ''
        const isCode = code !== undefined && code.length >= (next === 'x' ? 2 : 4)
        const digits = isCode ? code.slice(0, next === 'x' ? 2 : 4) : ''
        content += isCode ? String.fromCharCode(Number.parseInt(digits, 16)) : (ESCAPES[next] ?? next)
        at += 1 + digits.length
      } else if (sign !== quote) content += sign
      else if (text[at + 1] === quote && content !== '') content += text[++at]
      else {
        at++
        return { type: 'text', value: content }
      }
    }
    return null
  }

  function collection(open: string, depth: number): Literal | null {
    at++
    const items: Literal[] = []
    const entries: Array<[Literal, Literal]> = []
    let commas = 0
    while (!takes(CLOSING[open]!)) {
      if (items.length + entries.length > commas) return null
      const from = at
      let item = value(depth + 1)
      // The keys of an object may be bare names.
      if (item === null && open === '{') {
        at = from
        const name = match(WORD)
        if (name !== null) item = { type: 'text', value: name }
      }
      if (item === null) return null
      const held = open === '{' && takes(':') ? value(depth + 1) : undefined
      if (held === null) return null
      if (held === undefined) items.push(item)
      else entries.push([item, held])
      if (takes(',')) commas++
    }
    if (open === '[') return { type: 'list', items }
    if (open === '(') return items.length === 1 && commas === 0 ? items[0]! : { type: 'tuple', items }
    if (items.length === 0) return { type: 'dict', entries }
    return entries.length === 0 ? { type: 'set', items } : null
  }

  const read = value(0)
  return read === null ? null : { value: read, end: at }
}

/** A value as code of a language. */
export function writeLiteral(literal: Literal, language: CodeLanguage): string {
  const write = (one: Literal) => writeLiteral(one, language)
  const isPython = language === 'python'
  switch (literal.type) {
    case 'none':
      return isPython ? 'None' : language === 'sql' ? 'NULL' : 'null'
    case 'bool':
      return isPython ? (literal.value ? 'True' : 'False') : `${literal.value}`
    case 'int':
      return `${literal.value}`
    case 'float':
      return Number.isInteger(literal.value) && Math.abs(literal.value) < 1e21
        ? `${literal.value}.0`
        : `${literal.value}`
    case 'text':
      return language === 'sql' ? `'${literal.value.replaceAll("'", "''")}'` : JSON.stringify(literal.value)
    case 'dict':
      return `{${literal.entries.map(([key, held]) => `${write(key)}: ${write(held)}`).join(', ')}}`
  }
  const items = literal.items.map(write).join(', ')
  if (literal.type === 'set')
    return isPython && items !== '' ? `{${items}}` : isPython ? 'set()' : `new Set([${items}])`
  if (literal.type === 'list' || language === 'javascript') return `[${items}]`
  return literal.items.length === 1 && isPython ? `(${items},)` : `(${items})`
}

/** A value as the sandbox writes outcomes: JSON where it is JSON, tuples in round brackets, sets sorted in curly ones. */
export function canonicalOf(literal: Literal): string {
  switch (literal.type) {
    case 'none':
      return 'null'
    case 'bool':
    case 'int':
      return `${literal.value}`
    case 'float':
      return `${Number(literal.value.toPrecision(12))}`
    case 'text':
      return JSON.stringify(literal.value)
    case 'list':
      return `[${literal.items.map(canonicalOf).join(',')}]`
    case 'tuple':
      return `(${literal.items.map(canonicalOf).join(',')})`
    case 'set':
      return `{${literal.items.map(canonicalOf).sort().join(',')}}`
    case 'dict':
      return `{${literal.entries
        .map(([key, held]) => `${canonicalOf(key)}:${canonicalOf(held)}`)
        .sort()
        .join(',')}}`
  }
}
