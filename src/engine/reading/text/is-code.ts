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
