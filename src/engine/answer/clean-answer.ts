import { oneSpaced } from '../words.ts'
import { cutText } from './cut-text.ts'

/** What is longer than this is no answer, and is read no further. */
export const LONGEST_ANSWER = 4_000

const LEAD_IN =
  /^(?:(?:so|thus|hence|therefore|ok|okay|sure|well)[,:]? ?)?(?:(?:the|my|our|a) )?(?:(?:final|short|correct|best|right) )?answer ?(?:is|would be|:|=) ?[:=]? ?/i

/** An answer without its wrapping: mark-up, LaTeX, quotes, “the answer is”, a closing full stop. */
export function cleanAnswer(text: string): string {
  // One space for every run of them, so that no pattern below has to try the ways to divide a run.
  const spaced = oneSpaced(cutText(text.trim(), LONGEST_ANSWER))
  const plain = withoutMarkup(spaced)
  const said = plain === spaced ? plain : oneSpaced(plain)
  const bare = said.replace(LEAD_IN, '').replace(/^["“'‘](.*)["”'’]$/, '$1')
  return (bare === said ? bare : oneSpaced(bare)).replace(/(?<=[^.])\.$/, '').trim()
}

function withoutMarkup(text: string): string {
  return text
    .replace(/\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
    .replace(/\\text\{([^{}]*)\}/g, '$1')
    .replace(/\\[dt]?frac\{([^{}]+)\}\{([^{}]+)\}/g, '$1/$2')
    .replace(/\\[,;!]/g, ' ')
    .replace(/\\\(|\\\)|\\\[|\\\]|\$\$/g, ' ')
    .replace(/^\$([^$]*)\$$/, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/^#+ ?/, '')
}
