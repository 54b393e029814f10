import type { Tokens } from 'marked'
import { readMarkdown } from '../../utils/read-markdown.ts'
import type { CodeLanguage } from '../panel/code-port.ts'
import { isCode } from './reply-text.ts'

/** The code of a draft, and the language of its fence in lower case; empty without one. */
export interface DraftCode {
  code: string
  tag: string
}

const LANGUAGES: Record<CodeLanguage, string[]> = {
  python: ['python', 'py', 'python3'],
  javascript: ['javascript', 'js', 'mjs', 'typescript', 'ts'],
  sql: ['sql', 'sqlite'],
}
/** Languages in which programs are often wanted and cannot be run. */
const OTHERS =
  'go java c cpp c++ cs csharp rust ruby php kotlin swift scala r perl lua haskell bash sh shell powershell postgresql mysql'.split(
    ' ',
  )
const STATEMENT =
  /^(?:(?:async )?def |class |import |from |(?:export |async )*function|(?:const|let|var) |(?:select|with|create|insert)\b)/im
const FENCED = /^ {0,3}(?:`{3}|~{3})/
const LONGEST = 50_000

/** The program in the fences of a draft, or all of one that is code without a fence; null where it is none. */
export function codeOf(text: string): DraftCode | null {
  const fenced = readMarkdown(text, { breaks: false })?.filter(
    ({ type, raw }) => type === 'code' && FENCED.test(raw),
  )
  const codes = (fenced as Tokens.Code[] | undefined)?.map(({ lang = '', text: code }) => {
    return { tag: (/^[\w+#.-]*/.exec(lang)?.[0] ?? '').toLowerCase(), code }
  })
  if (codes === undefined || text.length > LONGEST) return null
  if (codes.length === 0) return STATEMENT.test(text) && isCode(text) ? { tag: '', code: text } : null
  const wanted = codes.filter(({ tag }) => tag === '' || OTHERS.includes(tag) || languageOf(tag) !== null)
  // Beside a program often stand its tests, which may be longer, and how to start it.
  const programs = wanted.filter(({ code }) => Object.values(DEFINED).some((one) => code.search(one) !== -1))
  const plain = programs.filter(({ code }) => !TESTS.test(code))
  const best = [plain, programs, wanted].find(({ length }) => length > 0)
  return best?.sort(byLength)[0] ?? null
}

function byLength(one: DraftCode, other: DraftCode): number {
  return other.code.length - one.code.length
}

/** The language that a tag of a fence names; null for one that cannot be run. */
export function languageOf(tag: string): CodeLanguage | null {
  const languages = Object.keys(LANGUAGES) as CodeLanguage[]
  return languages.find((language) => LANGUAGES[language].includes(tag)) ?? null
}

const DEFINED = {
  python: /^(?:async )?(?:def|class) (\w{1,80})/gm,
  javascript: /^(?:export )?(?:default )?(?:async )?(?:function\*? ?|class |const |let |var )([\w$]{1,80})/gm,
  sql: /^(?!)/gm,
}
const TESTS = /\bassert\b|\bunittest\b|^\s{0,8}(?:describe|it|test)\(|^def test_/m
/** What everybody who answers with a class Solution may use without importing it. */
const FOR_SOLUTIONS =
  'from typing import *; from collections import *; from itertools import *; from functools import *; from heapq import *; from bisect import *\nimport math, re, collections, itertools, functools, heapq, string, random, bisect, operator\n'

/**
 * The code as it is run: where it defines what is called under another name, under both. What it defines and does not use
 * itself is that.
 */
export function programWith(code: string, language: CodeLanguage, called: string): string {
  const names = [...code.matchAll(DEFINED[language])].map(([, name]) => name!)
  const times = new Map<string, number>()
  for (const [word] of code.matchAll(/[\w$]+/g)) times.set(word, 1 + (times.get(word) ?? 0))
  const unused = names.filter((name) => times.get(name) === 1)
  const alias =
    called === '' || names.includes(called) || unused.length !== 1 ? '' : `${called} = ${unused[0]}\n`
  const isSolution = language === 'python' && called === 'Solution' && !code.includes('from __future__')
  return `${isSolution ? FOR_SOLUTIONS : ''}${code}\n${language === 'javascript' && alias !== '' ? 'var ' : ''}${alias}`
}
