import type { CodeLanguage } from './code-port.ts'

/** A value that is written out in code: of Python, JavaScript, JSON or SQL. Whole numbers are bigints. */
export type Literal = null | boolean | bigint | number | string | Collection

/** A list, a tuple, or a set, or a dictionary: then `items` are its keys, and `held` what they hold. */
export interface Collection {
  open: '[' | '(' | '{'
  items: Literal[]
  held: Literal[] | null
}

/** Longer or deeper values are not read, nor values with more parts. */
const MOST_CHARACTERS = 2_000
const MOST_VALUES = 300
const DEEPEST = 12

const NUMBER = /[-+]?(?:\d{1,40}(?:\.\d{1,40})?|\.\d{1,40})(?:[eE][-+]?\d{1,3})?/y
const WORD = /[\p{L}_$][\p{L}\p{N}_$]{0,80}/uy
const BLANK = /\s/
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]))/iy
const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0', '\n': '' }
const WORDS = new Map<string, null | boolean>([
  ...['None', 'null', 'NULL', 'undefined'].map((word) => [word, null] as const),
  ...['True', 'true', 'TRUE'].map((word) => [word, true] as const),
  ...['False', 'false', 'FALSE'].map((word) => [word, false] as const),
])
const CLOSING = { '[': ']', '(': ')', '{': '}' }

/** Reads the value that is written at a place of a text, and where it ends; null if there is none. */
export function readLiteral(text: string, start = 0): { value: Literal; end: number } | null {
  const limit = Math.min(text.length, start + MOST_CHARACTERS)
  let at = start
  let left = MOST_VALUES

  const takes = (sign: string) => {
    while (at < limit && BLANK.test(text[at]!)) at++
    const isThere = at < limit && text[at] === sign
    if (isThere) at++
    return isThere
  }
  const match = (expression: RegExp) => {
    expression.lastIndex = at
    const matched = expression.exec(text)
    if (matched !== null) at += matched[0].length
    return matched
  }

  // Undefined stands for what is no value.
  function value(depth: number): Literal | undefined {
    const quote = takes('"') ? '"' : takes("'") ? "'" : null
    if (quote !== null) return quoted(quote)
    const open = (['[', '(', '{'] as const).find(takes)
    if (depth > DEEPEST || left-- === 0) return undefined
    if (open !== undefined) return collection(open, depth)
    const [number] = match(NUMBER) ?? []
    if (number === undefined) return WORDS.get(match(WORD)?.[0] ?? '')
    return /[.eE]/.test(number) ? Number(number) : BigInt(number.replace('+', ''))
  }

  function quoted(quote: string): string | undefined {
    for (let content = ''; at < limit; ) {
      const [, two, four, sign] = match(ESCAPE) ?? []
      if (sign !== undefined) content += ESCAPED[sign] ?? sign
      else if (two !== undefined || four !== undefined)
        content += String.fromCharCode(Number.parseInt(two ?? four!, 16))
      else if (text[at] !== quote) content += text[at++]
      // SQL writes a quotation mark twice.
      else if (content !== '' && text[at + 1] === quote) {
        content += quote
        at += 2
      } else {
        at++
        return content
      }
    }
    return undefined
  }

  function collection(open: Collection['open'], depth: number): Literal | undefined {
    const items: Literal[] = []
    const held: Literal[] = []
    let commas = 0
    while (!takes(CLOSING[open])) {
      const from = at
      let item = commas < items.length ? undefined : value(depth + 1)
      // The keys of an object may be bare names.
      if (item === undefined && open === '{') {
        at = from
        item = match(WORD)?.[0]
      }
      if (item === undefined) return undefined
      items.push(item)
      if (open === '{' && takes(':')) {
        const one = value(depth + 1)
        if (one === undefined) return undefined
        held.push(one)
      }
      if (takes(',')) commas++
    }
    if (open === '(' && items.length === 1 && commas === 0) return items[0]
    if (open !== '{' || (held.length === 0 && items.length > 0)) return { open, items, held: null }
    return held.length === items.length ? { open, items, held } : undefined
  }

  const read = value(0)
  return read === undefined || at > limit ? null : { value: read, end: at }
}

/** The forms in which values are written: code of a language, or as the sandbox writes outcomes. */
type Form = CodeLanguage | 'outcome'

const WRITTEN: Record<Form, [none: string, yes: string, no: string]> = {
  python: ['None', 'True', 'False'],
  javascript: ['null', 'true', 'false'],
  sql: ['NULL', 'TRUE', 'FALSE'],
  outcome: ['null', 'true', 'false'],
}

/** A value in a form. */
export function writeLiteral(value: Literal, form: Form): string {
  if (value === null || typeof value === 'boolean') return WRITTEN[form][value === null ? 0 : value ? 1 : 2]
  if (typeof value === 'bigint') return `${value}`
  if (typeof value === 'number') return /^-?\d+$/.test(`${value}`) ? `${value}.0` : `${value}`
  if (typeof value === 'string')
    return form === 'sql' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)
  const { open, items, held } = value
  const parts = items.map((item, place) => {
    const written = writeLiteral(item, form)
    return held === null ? written : `${written}: ${writeLiteral(held[place]!, form)}`
  })
  if (form === 'outcome' && open === '{') parts.sort()
  const list = parts.join(', ')
  if (open === '{' && held === null && form !== 'outcome' && (form !== 'python' || list === ''))
    return form === 'python' ? 'set()' : `new Set([${list}])`
  if (open === '(' && form === 'javascript') return `[${list}]`
  return open === '(' && form === 'python' && items.length === 1
    ? `(${list},)`
    : `${open}${list}${CLOSING[open]}`
}
