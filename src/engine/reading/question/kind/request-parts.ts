import { foldRequest } from '../../../../language/question/cues/find-cues.ts'
import { plausibleLanguages } from '../../../../language/question/cues/latin-alphabets.ts'
import { sentencesOf } from '../../../../language/sentences.ts'
import { isCode } from '../../text/is-code.ts'
import { optionsOf } from '../options.ts'

/** A folded sentence, with the languages in the Latin alphabet that it may be in. */
export interface RequestSentence {
  text: string
  languages: Set<string>
}

/** A request, apart from the material that it comes with. */
export interface RequestParts {
  /** The folded sentences and clauses in which something may be asked; quotations are replaced by marks. */
  sentences: RequestSentence[]
  /** All of them, folded. */
  text: string
  hasCode: boolean
  /** It shows an error message. */
  hasError: boolean
  /** There is a gap to fill. */
  hasBlank: boolean
  /** The request is nothing but code that is not finished. */
  isUnfinishedCode: boolean
  /** There is a text to work on: a quotation, a paragraph, or several sentences after a colon. */
  hasMaterial: boolean
  hasOptions: boolean
  hasDigits: boolean
  /** It tells about the person who asks. */
  isPersonal: boolean
  /** It contains several numbers to calculate with. */
  isSum: boolean
  /** It is longer than a question usually is. */
  isLong: boolean
  /** How many words or short phrases are quoted. */
  shortQuotations: number
  /** Words in the longest quotation; null if there is none. */
  quotedWords: number | null
  /** Words in the longest quotation, or in what follows a colon; null if there is neither. */
  givenWords: number | null
}

const FENCED = /```[^`]*(?:`{1,2}[^`]+)*```|```[\s\S]*$/g
const LONGEST_QUOTATION = 2_000
const QUOTED =
  /"([^"\n]{1,2000})"|“([^”]{1,2000})”|„([^“”]{1,2000})[“”]|«([^»]{1,2000})»|「([^」]{1,2000})」|『([^』]{1,2000})』|《([^》]{1,2000})》|(?<![\p{L}\p{N}])['‘]((?:[^'’\n]|(?<=\p{L})['’](?=\p{L})){1,2000})['’](?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])/gu
/** Marks of a short and of a long quotation, which no table of words contains. */
const SHORT_QUOTATION = 'qqshort'
const LONG_QUOTATION = 'qqlong'
const WORDS_OF_TERM = 3
const CODE_LINE =
  /^\s*(?:def |class \w+[(:{]|import |from \w+ import|function\b|const |let |var |public |private |#include|return\b|for ?\(|for \w+ in |while ?\(|if ?\(|if .*:$|elif |else:|try:|except|print\(|console\.|int main|\w+\(.*\);?$|[}\])]+;?$|@\w+|\/\/|#!|<\/?\w+[^>]*>$|\w+ = .+|>>> |\.\.\. |\.\w+\()|[;{}]\s*$|=> |\w\(.*\)\s*[;{]/i
const STATEMENT = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE TABLE|ALTER TABLE)\s[^\n]*/g
/** An instruction on the same line as the code: “Convert this to YAML: {…}”. */
const INSTRUCTION = /^\s*\p{L}[\p{L}\s,'’()-]{7,}:(?=\s)/u
const LONGEST_CODE_LINE = 400
const UNFINISHED = /(?:"""|'''|[{:(,]|\*\/|pass|\.\.\.)$/
const OPENS_CODE =
  /^\s*(?:def |class |import |from \w[\w.]* import|function\b|public |#include|@\w+\s|\/\/|\/\*|#!|fn |func |package )/
const ITEM_OPTIONS = /(?:^|[\s(])(?:\(?[a-d1-4]\)|[①②③④]|[a-d]\.|[أبجد]\)|[а-г]\))\s*\S/giu
/** A line of direct speech. */
const SPEECH = /^\s*[–—]\s/
const NUMBERED = /\?\s*\n(?:\s*[1-6][.)]\s[^\n]{1,80}(?:\n|$)){3,6}\s*$/
const OPTION_LINE = /^\s*\(?[A-P][).:]\s/
const LONG_TEXT = 240
const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|my|we|our|ich|mein\p{L}*|je|j'ai|mon|mes|yo|mis|io|mio|mia|eu|meu|minha|ik|mijn|я|мой|моя|мне|мои|ben|benim|jag|mitt|أنا)(?![\p{L}\p{N}])|나는|저는|我|私|僕/u
const MOST_SENTENCES = 6

/** Separates what is asked from the code, quotations and texts that it comes with. */
export function partsOf(query: string): RequestParts {
  const fenced = query.replace(FENCED, '\n')
  const options = optionsOf(query)
  // The words of the options say nothing about what is asked.
  const lines = fenced
    .split('\n')
    .filter((line) => !SPEECH.test(line) && (options.size < 2 || !OPTION_LINE.test(line)))
  const prose = lines.flatMap((line) => {
    if (!CODE_LINE.test(line.slice(0, LONGEST_CODE_LINE))) return [line]
    const instruction = INSTRUCTION.exec(line.slice(0, LONGEST_CODE_LINE))?.[0]
    return instruction === undefined ? [] : [instruction]
  })
  const hasCode =
    fenced !== query || prose.join('\n') !== lines.join('\n') || (isCode(query) && query.length < 4_000)
  let longest: number | null = null
  let shortQuotations = 0
  const plain = prose
    .join('\n')
    .replace(STATEMENT, ' ')
    .replace(QUOTED, (_whole, ...groups: unknown[]) => {
      const said = groups.slice(0, 8).find((group) => typeof group === 'string') as string | undefined
      const words = countWords(said ?? '')
      longest = Math.max(longest ?? 0, words)
      if (words <= WORDS_OF_TERM) shortQuotations++
      return words <= WORDS_OF_TERM ? ` ${SHORT_QUOTATION} ` : ` ${LONG_QUOTATION} `
    })
  const sentences = sentencesOf(
    plain
      .replace(/[。！？؟।]/g, '$& \n')
      .replace(/([:：])\s+/g, '$1\n')
      .replace(/：/g, '：\n'),
  )
  const folded = sentences
    .filter((sentence) => /\p{L}|\d/u.test(sentence.replace(/qq(?:short|long)|^\s*\(.*\)\s*$/g, '')))
    .map((sentence) => ({ text: foldRequest(sentence), languages: plausibleLanguages(sentence) }))
  const given = afterColon(plain)
  const isLong =
    plain.length > LONG_TEXT || folded.length > MOST_SENTENCES || /\S\s*\n[ \t]*\n\s*\S/.test(plain)
  const kept = folded.length > MOST_SENTENCES ? [...folded.slice(0, 2), ...folded.slice(-2)] : folded
  const text = kept.map((sentence) => sentence.text).join('\n')
  return {
    sentences: kept,
    text,
    hasCode,
    hasError: /\b\w*(?:Error|Exception)\b:?|\bERROR\b|Traceback/.test(query),
    hasBlank: /(?<!\w)_{2,}(?!\w)/.test(prose.join('\n')),
    isUnfinishedCode: OPENS_CODE.test(query) && (folded.length === 0 || UNFINISHED.test(query.trimEnd())),
    hasMaterial: (longest ?? 0) > WORDS_OF_TERM || hasCode || (given ?? 0) > WORDS_OF_TERM || isLong,
    hasOptions:
      options.size >= 2 || NUMBERED.test(query.slice(-800)) || (plain.match(ITEM_OPTIONS)?.length ?? 0) >= 3,
    hasDigits: /\d/.test(plain) || (hasCode && /\d/.test(query)),
    isPersonal: FIRST_PERSON.test(text),
    isSum: (text.match(/\d+/g)?.length ?? 0) >= 2,
    isLong,
    shortQuotations,
    quotedWords: longest,
    givenWords: longest ?? given,
  }
}

function afterColon(text: string): number | null {
  const colon = text.search(/[:：]\s*\S/)
  return colon < 0 ? null : countWords(text.slice(colon + 1, colon + LONGEST_QUOTATION))
}

/** The number of words; two characters of a script without spaces count as one word. */
function countWords(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  return (
    (text.match(/[\p{L}\p{N}\p{M}'’-]+/gu)?.length ?? 0) + Math.floor(unspaced / 2) - (unspaced > 0 ? 1 : 0)
  )
}
