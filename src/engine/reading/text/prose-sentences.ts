import { sentencesOf } from '../../../language/sentences.ts'
import { plainProse } from './plain-prose.ts'

const FENCE = /^[ \t]*(?:```|~~~)/
const HEADING = /^[ \t]*#{1,6}[ \t]|^[ \t]*(?:\*\*[^*]{1,200}\*\*|__[^_]{1,200}__):?[ \t]*$|^[-=|:+* \t]{3,}$/
/** In Chinese and Japanese no space follows the end of a sentence. */
const WIDE_END = /(?<=[。！？])/u
const LINE_MARKS = /^(?:[ \t]*>)*[ \t]*(?:(?:[-*•+]|\(?\d{1,3}[.)])[ \t]+)?/

/** The sentences of the prose in a text, in order and without formatting: no code, headings, list marks or rulers. */
export function proseSentences(text: string): string[] {
  let isCode = false
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) {
      isCode = !isCode
      return ''
    }
    return isCode || HEADING.test(line) ? '' : cells(line.replace(LINE_MARKS, ''))
  })
  return sentencesOf(plainProse(lines.join('\n')))
    .flatMap((sentence) => sentence.split(WIDE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
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
