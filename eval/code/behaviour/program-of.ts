import type { CodeLanguage } from './code-port.ts'

/** A function that can be called, or a method of a class that needs no arguments. */
export interface Callable {
  name: string
  /** The class that it belongs to; null for a function. */
  of: string | null
  parameters: Parameter[]
}

export interface Parameter {
  name: string
  /** Its type hint; empty without one. */
  type: string
}

/** What of a draft can be run. */
export interface Program {
  language: CodeLanguage
  code: string
  callables: Callable[]
  /** Whether it reads standard input. */
  readsInput: boolean
}

const LONGEST_TEXT = 50_000
const LONGEST_SIGNATURE = 2_000
const FENCE = /^[ \t]{0,8}(`{3,}|~{3,})[ \t]*([\w+#.-]*)/
/** The languages with the tags of their fences, and with lines that none of the others has. */
const LANGUAGES: Array<[language: CodeLanguage, tags: string[], sign: RegExp]> = [
  [
    'sql',
    ['sql', 'sqlite', 'postgresql', 'mysql'],
    /^\s{0,8}(?:select|insert into|create table|with \w+ as)\b/i,
  ],
  [
    'javascript',
    ['javascript', 'js', 'mjs', 'typescript', 'ts'],
    /^\s{0,8}(?:(?:export |async )?function\b|(?:const|let|var) \w+ ?=|(?:export )?class \w{1,80}(?: extends \w{1,80})? \{)/,
  ],
  [
    'python',
    ['python', 'py', 'python3'],
    /^\s{0,40}(?:(?:async )?def \w+\(|class \w{1,80}(?:\([^()]{0,80}\))?:|import \w{1,80}$|from [\w.]+ import |(?:for|while|if|try|with)\b[^{};]{0,200}:$|\w+ = (?:int|list|map|input)\()/,
  ],
]
const READS = /\binput\(|\bstdin\b|\breadline\b|\bopen\(0\)|readFileSync\((?:0|['"]\/dev\/stdin)/
const HEADS: Record<CodeLanguage, RegExp> = {
  python: /^([ \t]{0,8})(?:async )?(def|class) (\w{1,80})/,
  javascript:
    /^([ \t]{0,8})(?:export )?(?:default )?(?:async )?(?:(function\*?|class|const|let|var) )?([\w$]{1,80}) ?(?:= (?:async )?(?:function ?)?)?(?=[({]|extends)/,
  sql: /^(?!)()()()/,
}
/** These look like methods of JavaScript. */
const NO_METHODS = new Set(['if', 'for', 'while', 'switch', 'catch', 'constructor', 'return', 'function'])

/** The program that a draft contains; null if it is none, or in no language that can be run. */
export function programOf(text: string, question: string): Program | null {
  const blocks = blocksOf(text).map((block) => ({ ...block, language: languageOf(block) }))
  const longest = blocks.reduce((one, other) => (other.code.length > one.code.length ? other : one))
  const { language } = longest
  if (language === null || text.length > LONGEST_TEXT) return null
  const names = new Set<string>()
  const parts = blocks.filter((block) => {
    // A block that defines something once more is another version, or an example of its use.
    const own = callablesIn(block.code, language).map(({ name, of }) => `${of}.${name}`)
    const isOther = block.language !== language || own.some((name) => names.has(name))
    for (const name of isOther ? [] : own) names.add(name)
    return !isOther
  })
  const code = parts.map((part) => part.code).join('\n\n')
  if (code.trim() === '') return null
  const prelude = language === 'python' ? preludeOf(question, code) : ''
  return {
    language,
    code: prelude + code,
    callables: callablesIn(code, language),
    readsInput: READS.test(code),
  }
}

/** The blocks of code of a text; all of it, where there are none. */
function blocksOf(text: string): Array<{ tag: string; code: string }> {
  const blocks: Array<{ tag: string; lines: string[] }> = []
  let fence = ''
  for (const line of text.split('\n')) {
    const [, sign = '', tag = ''] = FENCE.exec(line) ?? []
    if (fence === '' && sign !== '') {
      fence = sign
      blocks.push({ tag: tag.toLowerCase(), lines: [] })
    } else if (fence !== '' && sign.startsWith(fence) && tag === '') fence = ''
    else if (fence !== '') blocks.at(-1)!.lines.push(line)
  }
  if (blocks.length === 0) return [{ tag: '', code: text }]
  return blocks.map(({ tag, lines }) => ({ tag, code: lines.join('\n') }))
}

function languageOf({ tag, code }: { tag: string; code: string }): CodeLanguage | null {
  const lines = code.split('\n').map((line) => line.slice(0, 300).trimEnd())
  const shown = LANGUAGES.filter(([, tags, sign]) =>
    tag === '' ? lines.some((line) => sign.test(line)) : tags.includes(tag),
  )
  return shown.length === 1 ? shown[0]![0] : null
}

/** What a code defines at its top level, and the methods of its classes. */
export function callablesIn(code: string, language: CodeLanguage): Callable[] {
  const callables: Callable[] = []
  let inside: string | null = null
  let at = 0
  for (const line of code.split('\n')) {
    const [head = '', indent = '', kind = '', name = ''] = HEADS[language].exec(line) ?? []
    const start = at + head.length
    at += line.length + 1
    if (indent === '' && line.trim() !== '' && !'}#)/'.includes(line[0]!) && !BLANK.test(line[0]!))
      inside = null
    if (head === '' || (kind === '' && (inside === null || NO_METHODS.has(name)))) continue
    if (kind === 'class') inside = indent === '' ? name : inside
    else if ((indent === '') === (inside === null)) {
      if (name.startsWith('__') || code[start] !== '(') continue
      const parameters = parametersAt(code, start).filter((one) => one.name !== 'self' && one.name !== 'cls')
      callables.push({ name, of: inside, parameters })
    }
  }
  return callables
}

const BLANK = /\s/

/** The parameters in the brackets at a place. */
function parametersAt(code: string, start: number): Parameter[] {
  let depth = 0
  const parts = ['']
  for (const sign of code.slice(start, start + LONGEST_SIGNATURE)) {
    if (')]}>'.includes(sign)) depth--
    if (depth === 0 && sign === ')') break
    if (sign === ',' && depth === 1) parts.push('')
    else if (depth > 0) parts[parts.length - 1] += sign
    if ('([{<'.includes(sign)) depth++
  }
  return parts.flatMap((part) => {
    const [declared = ''] = part.split('=')
    const [name = '', ...type] = declared.split(':')
    const bare = name.trim().replace('?', '')
    return bare === '' || '*/.{'.includes(bare[0]!) ? [] : [{ name: bare, type: type.join(':').trim() }]
  })
}

/** What everybody who answers a question with a class Solution may use without importing it. */
const GIVEN_TO_SOLUTIONS =
  'from typing import *\nimport math, re, collections, itertools, functools, heapq, string, random, bisect, operator\nfrom collections import *\nfrom itertools import *\nfrom functools import *\nfrom heapq import *\nfrom bisect import *\nfrom math import *\nfrom builtins import *\n'
const BLOCK = /^(?:import|from|def|class|@)\b/
const WITHOUT_BODY = /(?:"""|'''|\.\.\.|:|\bpass)\s*$/

/** What the question gives to a draft in Python: its imports and its own functions, but for the one that is asked for. */
function preludeOf(question: string, code: string): string {
  if (code.includes('from __future__')) return ''
  const given = question.includes('class Solution') ? [GIVEN_TO_SOLUTIONS] : []
  const blocks: string[][] = []
  for (const line of blocksOf(question.slice(0, LONGEST_TEXT)).flatMap((block) => block.code.split('\n'))) {
    if (line !== '' && !BLANK.test(line[0]!)) blocks.push([line])
    else blocks.at(-1)?.push(line)
  }
  for (const lines of blocks) {
    const block = lines.join('\n').trimEnd()
    if (BLOCK.test(block) && !WITHOUT_BODY.test(block.slice(-200))) given.push(block)
  }
  // What does not run is left out; JSON is also a text of Python.
  return given.map((block) => `try: exec(${JSON.stringify(block)})\nexcept Exception: pass\n`).join('')
}
