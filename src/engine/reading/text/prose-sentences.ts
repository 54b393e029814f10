import { sentencesInAnyScript } from '../../../language/sentences.ts'
import { isCode } from './is-code.ts'
import { plainProse } from './plain-prose.ts'

/** What a text says outside its code, without formatting and in order. */
export interface Prose {
  sentences: string[]
  /** Headings and lines in bold: most of them name what follows, and some state something. */
  headings: string[]
}

const FENCE = /^[ \t]*(?:```|~~~)/
const HEADING = /^[ \t]*#{1,6}[ \t]|^[ \t]*(?:\*\*[^*]{1,200}\*\*|__[^_]{1,200}__):?[ \t]*$/
const RULER = /^[-=|:+* \t]{3,}$/
/** How a sentence in a fenced block begins and ends; `git add .` does not. */
const BEGINS = /^[ \t]*[\p{L}“"(]/u
const ENDS = /[\p{L}\p{N}%)”"][.!?]$/u
const FEWEST_WORDS = 3
const HEADING_MARKS = /^[ \t]*(?:#{1,6}[ \t]+)?|[ \t#]{1,20}$/g
const LINE_MARKS = /^(?:[ \t]*>)*[ \t]*(?:(?:[-*•+]|\(?\d{1,3}[.)])[ \t]+)?/

/** The sentences of the prose in a text, without code, headings, list marks and rulers. */
export function proseSentences(text: string): string[] {
  return proseIn(text).sentences
}

/** The prose of a text. */
export function proseIn(text: string): Prose {
  const headings: string[] = []
  const lines = withoutCode(text).map((line) => {
    if (RULER.test(line)) return ''
    if (!HEADING.test(line)) return cells(line.replace(LINE_MARKS, ''))
    headings.push(plainProse(line.replace(HEADING_MARKS, '')).replace(LINE_MARKS, '').trim())
    return ''
  })
  return {
    sentences: sentencesInAnyScript(plainProse(lines.join('\n'))),
    headings: headings.filter((heading) => heading !== ''),
  }
}

/** The lines of a text without its code: of a fenced block, those that are whole sentences, as in a letter or a note. */
function withoutCode(text: string): string[] {
  let isFenced = false
  return text.split('\n').filter((line) => {
    if (!FENCE.test(line)) return !isFenced || isSentence(line)
    isFenced = !isFenced
    return false
  })
}

function isSentence(line: string): boolean {
  return (
    BEGINS.test(line) &&
    ENDS.test(line) &&
    line.trim().split(/[ \t]+/).length >= FEWEST_WORDS &&
    !isCode(line)
  )
}

/** The cells of a row of a table as one sentence; any other line unchanged. */
function cells(line: string): string {
  if (!line.startsWith('|')) return line
  return line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join('; ')
}
