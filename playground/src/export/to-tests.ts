import type { CodeRun } from '../../../src/contract/draft-review.ts'
import { inOneLine } from '../../../src/contract/progress-in-words.ts'
import { passes } from '../../../src/utils/passes.ts'
import { javascript, python, type TestLanguage } from './test-languages.ts'

const DRAFTS = { python: 'draft.py', javascript: 'draft.mjs (without types)', sql: 'draft.sql' }

/** A file with tests for the delivered draft: each input gives what the question states, or else what this draft gave. */
export function toTests(run: CodeRun): { name: string; text: string } {
  const written = run.language === 'javascript' ? javascript : python
  const [imports = '', ...functions] = written.helpers.trim().split(/\n{2,}(?=\S)/)
  const tests = run.inputs.map((_, place) => testOf(run, place, written))
  const load = run.form === 'call' ? [written.load] : []
  const used = functions.filter((one) => `${load}${tests}`.includes(`${/_\w+/.exec(one)![0]}(`))
  const text = [...load, ...used, ...tests].join('\n\n')
  const needed = imports.split('\n').filter((line) => RegExp(`${line.split(' ')[1]}[.(]`).test(text))
  const head = `${written.comment} Tests of the draft; save it as ${DRAFTS[run.language]} beside this file.`
  return { name: written.file, text: `${[head, ...needed].join('\n')}\n\n${text}\n` }
}

const RAISES = /^raises (\w{1,80})$/
const FUNCTIONS = { stdin: '_output', rows: '_rows' }

function testOf({ form, inputs }: CodeRun, place: number, written: TestLanguage): string {
  const { input, expected, outcomes } = inputs[place]!
  const delivered = outcomes[0]!
  // Where they differ in brackets alone, the draft says which they are.
  const outcome = expected === null || passes(delivered, expected) ? delivered : expected
  const title = inOneLine(input)
  const error = RAISES.exec(outcome)?.[1]
  const literal = form === 'stdin' ? textOf(outcome) : literalOf(outcome, written)
  if (isInexact(input, outcome, form) || (error === undefined && literal === null))
    return `${written.comment} Left out, because it cannot be written exactly: ${title} gives ${inOneLine(outcome)}`
  const source =
    expected === null ? 'As the delivered draft does, not stated by the question' : 'Stated by the question'
  const instead = outcome === delivered ? '' : `; the delivered draft gives ${inOneLine(delivered)}`
  const test = written.test({
    number: place + 1,
    title,
    expression: form === 'call' ? input.trim() : `${FUNCTIONS[form]}${textOf(input)}`,
    value: error === undefined ? literal : null,
    error: (form === 'call' && error) || '',
  })
  return `${written.comment} ${source}${instead}.\n${test}`
}

const LONGEST = 499
/** Of what the program itself is not the cause, or what every engine calls otherwise. */
const NOT_ITS_OWN = /^(?:does not end \(|raises (?:InternalError|PendingPromise)$)/

/** Whether something was cut, or rounded so that it may be written in several ways. */
function isInexact(input: string, outcome: string, form: CodeRun['form']): boolean {
  const isCut = [input, outcome].some((text) => text.length >= LONGEST && text.endsWith('…'))
  const hasText = form === 'stdin' || outcome.includes('"')
  const isUnsure = (hasText && /\de[-+]\d/.test(outcome)) || (form === 'rows' && /\d{13}/.test(outcome))
  return isCut || isUnsure || outcome.includes('{{') || NOT_ITS_OWN.test(outcome)
}

/** A text as a literal in parentheses, line by line. */
function textOf(text: string): string {
  const lines = text.split(/(?<=\n)/).map((line) => JSON.stringify(line))
  return lines.length === 1 ? `(${lines[0]})` : `(\n        ${lines.join(' +\n        ')}\n    )`
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|x'[\da-f]*'|[\w.+-]+[[({]?|[[\](){}:,]/g
const NUMBER = /^-?\d+(?:\.\d+|n)?(?:e[+-]?\d+)?$/
/** Where a number next to an escape was rounded, it is none. */
const TEXT = /^"(?:[^"\\]|\\(?:["\\bfnrt/]|u[\da-fA-F]{4}))*"$/
const CLOSING: Record<string, string> = { '[': ']', '(': ')', '{': '}' }

/** A value in the notation of the sandbox as a literal; null where it has none. */
export function literalOf(value: string, { words, group }: TestLanguage): string | null {
  const tokens: string[] = value.match(TOKEN) ?? []
  if (tokens.join('') !== value) return null
  const literal = next()
  return tokens.length === 0 ? literal : null

  function next(): string | null {
    const token = tokens.shift() ?? ''
    if (NUMBER.test(token) || TEXT.test(token)) return token
    if (token.startsWith("x'")) return `bytes.fromhex("${token.slice(2, -1)}")`
    const closing = CLOSING[token.slice(-1)]
    if (closing === undefined || token.startsWith('"')) return words.get(token) ?? null
    const items: Array<Array<string | null>> = []
    while (tokens.length > 0 && tokens[0] !== closing) {
      const item = [next()]
      if (tokens[0] === ':' && tokens.shift()) item.push(next())
      items.push(item)
      if (tokens[0] === ',') tokens.shift()
    }
    const isWhole = tokens.shift() === closing && !items.flat().includes(null)
    return isWhole ? group(token, items as string[][]) : null
  }
}
