import { MONTHS } from '../../../language/calendar-words.ts'
import { joinNumbers } from '../../../language/number-words.ts'
import { createLikenessIndex, letterPairs, type SpelledWord } from '../../../language/word-likeness.ts'
import { foldText, isNegated } from '../../../language/words.ts'
import { readWord, type WrittenWord } from './written-word.ts'

/** A word of an answer that carries content. */
export interface AnswerWord extends SpelledWord {
  /** As it was written, folded. */
  written: string
  isName: boolean
  isNumber: boolean
  /** Whether the question contains it too. */
  isAsked: boolean
  sentence: number
}

/** What an answer says, word by word, in relation to the question. */
export interface AnswerWords {
  /** Distinct content words in order. */
  all: AnswerWord[]
  /** Those that the question does not contain. */
  fresh: AnswerWord[]
  stems: Set<string>
  freshStems: Set<string>
  /** The new words by their first letter, to find words that are only similar. */
  byLetter: Map<string, AnswerWord[]>
  /** Whether a word, not a number, is similar to that one. */
  hasAlike: (word: SpelledWord) => boolean
  /** The initials of its names: “am” for Amplitude Modulation. */
  initials: Set<string>
  names: Set<string>
  numbers: Set<string>
  years: string[]
  months: Set<string>
  days: Set<string>
  titles: Set<string>
  isNegated: boolean
}

/** An answer is compared by this many of its words; by then it has said what it has to say. */
const MOST_WORDS = 80
export const LONGEST_READ = 2_000
const MONTH_NAMES = new Set(MONTHS)
const TOKEN = /[\p{L}\p{N}]+(?:\.\p{N}+)?|[.!?](?=\s|$)|\n/gu
const TITLE = /["“]([^"”]{2,60})["”]/g
const YEAR = /^(?:1\d|20)\d\d$/
const DAY = /^\d{1,2}$/

/** Reads the answers to one question. */
export function answerReader(query: string): (text: string) => AnswerWords {
  const asked = new Set(tokensOf(query).map(stemOf))
  return (text) => readWords(text.slice(0, LONGEST_READ), asked)
}

function readWords(text: string, asked: Set<string>): AnswerWords {
  const tokens = tokensOf(text)
  const stems = new Set<string>()
  const all: AnswerWord[] = []
  for (const [index, token] of tokens.entries()) {
    if (all.length === MOST_WORDS) break
    const { word, isName, sentence, number } = token
    const stem = stemOf(token)
    if ((word.isStopWord && !isMonth(token, tokens[index + 1])) || stems.has(stem)) continue
    stems.add(stem)
    all.push({
      stem,
      pairs: stem === word.stem ? word.pairs : letterPairs(stem),
      written: word.written,
      isName,
      isNumber: number !== null,
      isAsked: asked.has(stem),
      sentence,
    })
  }
  const fresh = all.filter((word) => !word.isAsked)
  const byLetter = new Map<string, AnswerWord[]>()
  for (const word of fresh) {
    const known = byLetter.get(word.stem[0]!)
    if (known) known.push(word)
    else byLetter.set(word.stem[0]!, [word])
  }
  const written = (isIt: (word: AnswerWord) => boolean, words = fresh) =>
    words.filter(isIt).map((word) => word.written)
  let index: ReturnType<typeof createLikenessIndex> | null = null
  return {
    all,
    fresh,
    stems,
    hasAlike: (word) => {
      index ??= createLikenessIndex(all.filter(({ isNumber }) => !isNumber))
      return index(word)
    },
    freshStems: new Set(fresh.map((word) => word.stem)),
    byLetter,
    initials: initialsIn(tokens),
    names: new Set(
      fresh.filter((word) => word.isName && !MONTH_NAMES.has(word.written)).map((word) => word.stem),
    ),
    numbers: new Set(fresh.filter((word) => word.isNumber).map((word) => word.stem)),
    years: written((word) => word.isNumber && YEAR.test(word.stem)),
    months: new Set(written((word) => MONTH_NAMES.has(word.written))),
    days: new Set(written((word) => word.isNumber && DAY.test(word.stem), all)),
    titles: new Set([...text.matchAll(TITLE)].map(([, title]) => foldText(title!))),
    isNegated: isNegated(text),
  }
}

type Token = Pick<AnswerWord, 'isName' | 'sentence'> & {
  word: WrittenWord
  /** Its value if it is a number, including the number words after it. */
  number: string | null
}

/** Whether “May” is the month: within a sentence, or before a number. */
function isMonth({ word, isName }: Token, next: Token | undefined): boolean {
  return MONTH_NAMES.has(word.written) && word.isCapitalised && (isName || (next?.number ?? null) !== null)
}

function stemOf({ number, word }: Token): string {
  return number ?? word.stem
}

/** The words of a text with their numbers in digits. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let sentence = 0
  let opens = true
  const spaced = text
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\[\^?\d+\^?\]/g, ' ')
    // Words that were run together: “groupTLC”, “onSeptember”.
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/['’]s\b/g, '')
    .replace(/(?<=\d)\s?%|(?<=\d )per cent\b/g, ' percent')
  for (const found of spaced.match(TOKEN) ?? []) {
    if (!/^[\p{L}\p{N}]/u.test(found)) {
      sentence++
      opens = true
      continue
    }
    const word = readWord(found)
    const before = tokens.at(-1)
    const joined = word.number !== null && before?.number ? joinNumbers(before.number, word.number) : null
    if (joined !== null) before!.number = joined
    else {
      const isName = word.isCapitalised && !(opens && word.isStopWord)
      tokens.push({ word, isName, sentence, number: word.number })
    }
    opens = false
  }
  return tokens
}

function initialsIn(tokens: Token[]): Set<string> {
  const initials = new Set<string>()
  let run = ''
  for (const { isName, word } of tokens) {
    if (isName) run += word.written[0]
    else run = ''
    if (run.length > 1) initials.add(run)
  }
  return initials
}
