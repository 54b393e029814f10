import { isCode } from '../../text/is-code.ts'

const FENCE = '```'
const CODE_LINE =
  /^\s*(?:def |class \w+[(:{]|import |from \w+ import|function\b|const |let |var |public |private |#include|return\b|for ?\(|for \w+ in |while ?\(|if ?\(|if .*:$|elif |else:|try:|except|print\(|console\.|int main|\w+\(.*\);?$|[}\])]+;?$|@\w+|\/\/|#!|<\/?\w+[^>]*>$|\w+ = .+|>>> |\.\.\. |\.\w+\()|[;{}]\s*$|=> |\w\(.*\)\s*[;{]/i
const STATEMENT = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE TABLE|ALTER TABLE)\s.*/g
/** An instruction on the same line as the code: “Convert this to YAML: {…}”. */
const INSTRUCTION = /^\s*\p{L}[\p{L}\s,'’()-]{7,}:(?=\s)/u
const LONGEST_LINE = 400
const LONGEST_LOOK = 4_000
const OPENS_CODE =
  /^\s*(?:def |class |import |from \w[\w.]* import|function\b|public |#include|@\w+\s|\/\/|\/\*|#!|fn |func |package )/
const UNFINISHED = /(?:"""|'''|[{:(,]|\*\/|pass|\.\.\.)$/

/** A request without the code that it shows. */
export interface RequestProse {
  prose: string
  hasCode: boolean
  /** It begins with code and breaks off, so that the code is to be completed. */
  isUnfinished: boolean
}

/** Separates the words of a request from the code that it shows, in fences or not. */
export function withoutCode(query: string): RequestProse {
  const unfenced = query
    .split(FENCE)
    .filter((_, place) => place % 2 === 0)
    .join('\n')
  const prose = unfenced
    .split('\n')
    .flatMap((line) => {
      const beginning = line.slice(0, LONGEST_LINE)
      if (!CODE_LINE.test(beginning)) return [line]
      return INSTRUCTION.exec(beginning)?.[0] ?? []
    })
    .join('\n')
    .replace(STATEMENT, ' ')
  const opens = OPENS_CODE.test(query.slice(0, LONGEST_LINE))
  return {
    prose,
    hasCode: prose !== query || isCode(query.slice(0, LONGEST_LOOK)),
    isUnfinished: opens && (prose.trim() === '' || UNFINISHED.test(query.trimEnd().slice(-LONGEST_LINE))),
  }
}
