import { withoutLatex } from '../../language/latex.ts'
import { collapseSpaces } from '../../language/words.ts'

/** A longer text is compared unchanged, except for its white space. */
const LONGEST_UNWRAPPED = 4_000

const LEAD_IN =
  /^(?:(?:so|thus|hence|therefore|ok|okay|sure|well)[,:]? ?)?(?:(?:the|my|our|a) )?(?:(?:final|short|correct|best|right) )?answer ?(?:is|would be|:|=) ?[:=]? ?/i
const WHOLE_FENCE = /^(?:```|~~~)[^\n]*\n([\s\S]*?)\n?(?:```|~~~)$/

/**
 * The form in which prose is compared, never shown: without mark-up, LaTeX, quotes, “the answer is” and the final full
 * stop.
 */
export function normalForm(answer: string): string {
  // Runs of spaces become one space, so that no pattern below has to try the ways to divide a run.
  const spaced = collapseSpaces(answer)
  if (spaced.length > LONGEST_UNWRAPPED) return spaced
  const plain = withoutMarkup(spaced)
  const said = plain === spaced ? plain : collapseSpaces(plain)
  const bare = said.replace(LEAD_IN, '').replace(/^["“'‘](.*)["”'’]$/, '$1')
  return (bare === said ? bare : collapseSpaces(bare)).replace(/(?<=[^.])[.。]$/, '').trim()
}

/** The form in which code is compared: every character of every line may matter, but not the line endings. */
export function codeForm(answer: string): string {
  const code = WHOLE_FENCE.exec(answer.trim())?.[1] ?? answer.replace(/^\s*`([^`\n]+)`\.?\s*$/, '$1')
  const lines = code.replace(/\r\n?/g, '\n').split('\n')
  const written = lines.map((line) => line.trimEnd())
  const first = written.findIndex((line) => line !== '')
  return written.slice(Math.max(0, first), written.findLastIndex((line) => line !== '') + 1).join('\n')
}

function withoutMarkup(text: string): string {
  return (
    withoutLatex(text)
      .replace(/\*\*|`/g, '')
      // Bold text, but not the underscores of `__init__`.
      .replace(/__([\p{Lu}\d][^_]*)__/gu, '$1')
      .replace(/^#+ ?/, '')
  )
}

const FENCE = /^[ \t]*(?:```|~~~)/m
const INLINE = /^`[^`\n]+`\.?$/
const STATEMENT =
  /=>|&&|\|\||[!=]==?[^=]|\w\.\w+\(|\w\([^()]{0,200}\)\s*[;{:]?$|^\s*<\/?\w[^>]*>|^\s*\$ \w|^\s*(?:select|insert|update|delete|create|alter|drop)\b.*\b(?:from|into|set|table)\b/i
const LINE_ONLY =
  /[;{}]\s*$|^\s*\|.*\|\s*$|^\s*(?:- )?[\w.-]+:\s*$|^\s*- (?:\w+|".*")$|^\s*(?:def|class|import|from|function|const|let|var|public|private|return|if|elif|else|for|while|try|except|package|using|#include|#!)\b.*[:;{}()=*]|^\s*[\w.-]+\s*[:=]\s*["'[{\d]/i
const PATTERN =
  /\\[dwsbDWSB]|^\^|\[\^?[\w\\]-|\(\?[:=!<]|\)[*+?]|\][*+?{]|^[{[]\s*["'{[]|^\/.+\/[gimsuy]*$|^[\w./-]+(?: \S+)* --?[a-z]/
const SHARE_OF_LINES = 0.5
const LONGEST_LOOK = 20_000

/**
 * Whether an answer is code or contains a block of it: every character may matter, so different texts are not known to
 * be the same.
 */
export function isCode(answer: string): boolean {
  const text = answer.trim()
  if (FENCE.test(text) || INLINE.test(text)) return true
  const lines = text
    .slice(0, LONGEST_LOOK)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
  if (lines.length === 0) return false
  if (lines.length === 1)
    return STATEMENT.test(text) || PATTERN.test(text) || (text.endsWith(';') && /[=()]/.test(text))
  const isLine = (line: string) => STATEMENT.test(line) || LINE_ONLY.test(line) || PATTERN.test(line)
  return lines.filter(isLine).length >= SHARE_OF_LINES * lines.length
}
