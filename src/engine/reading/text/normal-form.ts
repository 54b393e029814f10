import { withoutLatex } from '../../../language/latex.ts'
import { collapseSpaces } from '../../../language/words.ts'

/** A longer text is compared unchanged, except for its white space. */
const LONGEST_UNWRAPPED = 4_000

const LEAD_IN =
  /^(?:(?:so|thus|hence|therefore|ok|okay|sure|well)[,:]? ?)?(?:(?:the|my|our|a) )?(?:(?:final|short|correct|best|right) )?answer ?(?:is|would be|:|=) ?[:=]? ?/i

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
  return (bare === said ? bare : collapseSpaces(bare)).replace(/(?<=[^.\s])[.。]$/, '').trim()
}

/** The form in which longer texts are compared: every character of every line may matter, but not white space at its end, nor a fence around the whole. */
export function literalForm(answer: string): string {
  const lines = withoutFence(answer.replace(/\r\n?/g, '\n')).split('\n')
  const written = lines.map((line) => line.trimEnd())
  const first = written.findIndex((line) => line !== '')
  return written.slice(Math.max(0, first), written.findLastIndex((line) => line !== '') + 1).join('\n')
}

/** The text inside a fence that encloses all of it. */
function withoutFence(text: string): string {
  const [opening, ...lines] = text.trim().split('\n')
  const fence = /^(?:`{3,}|~{3,})/.exec(opening!)?.[0]
  const closing = lines.pop()
  const isEnclosed = fence !== undefined && closing?.trim() === fence
  return isEnclosed && !lines.some((line) => line.trimStart().startsWith(fence)) ? lines.join('\n') : text
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
