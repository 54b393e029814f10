const LEAD_IN =
  /^(?:so|thus|hence|therefore|ok|okay|sure|well)?[,:\s]*(?:the|my|our|a)?\s*(?:final|short|correct|best|right)?\s*answer\s*(?:is|would be|:|=)+\s*:?\s*/i

/** An answer without its wrapping: mark-up, LaTeX, quotes, “the answer is”, a closing full stop. */
export function cleanAnswer(text: string): string {
  let answer = text.trim()
  answer = answer.replace(/\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
  answer = answer.replace(/\\text\{([^{}]*)\}/g, '$1').replace(/\\frac\{([^{}]+)\}\{([^{}]+)\}/g, '$1/$2')
  answer = answer.replace(/\\[,;!]/g, ' ').replace(/\\\(|\\\)|\\\[|\\\]|\$\$/g, ' ')
  answer = answer.replace(/^\$([^$]*)\$$/, '$1')
  answer = answer.replace(/\*\*|__|`/g, '').replace(/^#+\s*/, '')
  answer = answer.trim().replace(LEAD_IN, '')
  answer = answer.replace(/^["“'‘](.*)["”'’]$/s, '$1')
  return answer
    .replace(/\s+/g, ' ')
    .replace(/(?<=[^.])\.$/, '')
    .trim()
}
