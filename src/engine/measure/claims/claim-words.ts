import { MONTHS } from '../../../language/calendar-words.ts'
import { joinNumbers } from '../../../language/number-words.ts'
import { createLikenessIndex, letterPairs, type SpelledWord } from '../../../language/word-likeness.ts'
import { readWord, type WrittenWord } from './written-word.ts'

/** A word of a claim that carries content. */
export interface ClaimWord extends SpelledWord {
  /** As it was written, folded. */
  written: string
  isName: boolean
  isNumber: boolean
}

/** What a claim says, word by word. */
export interface ClaimWords {
  /** Distinct content words in order. */
  all: ClaimWord[]
  stems: Set<string>
  /** Whether a word, not a number, is similar to that one. */
  hasAlike: (word: SpelledWord) => boolean
  /** The initials of its names: “am” for Amplitude Modulation. */
  initials: Set<string>
}

/** A claim is compared by this many of its words; by then it has said what it has to say. */
const MOST_WORDS = 80
export const LONGEST_READ = 2_000
const MONTH_NAMES = new Set(MONTHS)
const TOKEN = /[\p{L}\p{N}]+(?:\.\p{N}+)?|[.!?](?=\s|$)|\n/gu

/** The words of a claim. */
export function claimWords(text: string): ClaimWords {
  const tokens = tokensOf(text.slice(0, LONGEST_READ))
  const stems = new Set<string>()
  const all: ClaimWord[] = []
  for (const [index, token] of tokens.entries()) {
    if (all.length === MOST_WORDS) break
    const { word, isName, number } = token
    const stem = number ?? word.stem
    if ((word.isStopWord && !isMonth(token, tokens[index + 1])) || stems.has(stem)) continue
    stems.add(stem)
    all.push({
      stem,
      pairs: stem === word.stem ? word.pairs : letterPairs(stem),
      written: word.written,
      isName,
      isNumber: number !== null,
    })
  }
  let index: ReturnType<typeof createLikenessIndex> | null = null
  return {
    all,
    stems,
    hasAlike: (word) => {
      index ??= createLikenessIndex(all.filter(({ isNumber }) => !isNumber))
      return index(word)
    },
    initials: initialsIn(tokens),
  }
}

/** The words of a claim for which another has nothing similar. */
export function wordsBeyond(claim: ClaimWords, other: ClaimWords): ClaimWord[] {
  return claim.all.filter(
    (word) =>
      !other.stems.has(word.stem) &&
      !other.initials.has(word.written) &&
      (word.isNumber || !other.hasAlike(word)),
  )
}

interface Token {
  word: WrittenWord
  isName: boolean
  /** Its value if it is a number, including the number words after it. */
  number: string | null
}

/** Whether “May” is the month: within a sentence, or before a number. */
function isMonth({ word, isName }: Token, next: Token | undefined): boolean {
  return MONTH_NAMES.has(word.written) && word.isCapitalised && (isName || (next?.number ?? null) !== null)
}

/** The words of a text with their numbers in digits. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
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
      opens = true
      continue
    }
    const word = readWord(found)
    const before = tokens.at(-1)
    const joined = word.number !== null && before?.number ? joinNumbers(before.number, word.number) : null
    if (joined !== null) before!.number = joined
    else {
      const isName = word.isCapitalised && !(opens && word.isStopWord)
      tokens.push({ word, isName, number: word.number })
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
