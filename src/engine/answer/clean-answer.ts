import { cutText } from './cut-text.ts'

/** What is longer than this is no answer, and is read no further. */
export const LONGEST_ANSWER = 4_000

const LEAD_IN =
  /^(?:(?:so|thus|hence|therefore|ok|okay|sure|well)[,:]? ?)?(?:(?:the|my|our|a) )?(?:(?:final|short|correct|best|right) )?answer ?(?:is|would be|:|=) ?[:=]? ?/i

/** An answer without its wrapping: mark-up, LaTeX, quotes, “the answer is”, a closing full stop. */
export function cleanAnswer(text: string): string {
  // One space for every run of them, so that no pattern below has to try the ways to divide a run.
  let answer = oneSpaced(cutText(text.trim(), LONGEST_ANSWER))
  answer = answer.replace(/\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
  answer = answer.replace(/\\text\{([^{}]*)\}/g, '$1').replace(/\\frac\{([^{}]+)\}\{([^{}]+)\}/g, '$1/$2')
  answer = answer.replace(/\\[,;!]/g, ' ').replace(/\\\(|\\\)|\\\[|\\\]|\$\$/g, ' ')
  answer = answer.replace(/^\$([^$]*)\$$/, '$1')
  answer = answer.replace(/\*\*|__|`/g, '').replace(/^#+ ?/, '')
  answer = oneSpaced(answer).replace(LEAD_IN, '')
  answer = answer.replace(/^["“'‘](.*)["”'’]$/, '$1')
  return oneSpaced(answer)
    .replace(/(?<=[^.])\.$/, '')
    .trim()
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
