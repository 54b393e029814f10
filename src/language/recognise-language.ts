import { LANGUAGE_WORDS, type ReadLanguage } from './language-words.ts'
import { foldText, isAscii, isStopWord } from './words.ts'

/** A recognised language; `other` for a text in a language that is not supported. */
export type Language = 'en' | ReadLanguage | 'zh' | 'ja' | 'other'

// A single letter is usually an option or a variable, but in some languages it is a word.
const WORD = /\p{L}{2,}|(?<![\p{L}\p{N}])(?:[éèàeoayi](?![\p{L}\p{N}'’=+*/^)])|[dlnscj](?=['’]\p{L}))/gu
const LATIN = /\p{Script=Latin}/gu
const HAN = /\p{Script=Han}/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const LETTER = /\p{L}/gu
/** A text with this many lower-case words, none of a supported language, is in another language. */
const UNKNOWN_WORDS_NEEDED = 4
const MAXIMUM_LENGTH = 1_000

/** The language of a text; null if the text is too short to decide, such as a name or a number. */
export function recogniseLanguage(text: string): Language | null {
  const beginning = text.slice(0, MAXIMUM_LENGTH)
  if (isAscii(beginning)) return latinLanguage(beginning)
  const letters = countOf(beginning, LETTER)
  if (letters === 0) return null
  const [latin, han, kana] = [countOf(beginning, LATIN), countOf(beginning, HAN), countOf(beginning, KANA)]
  if (han + kana > latin) return kana > 0 ? 'ja' : 'zh'
  return latin * 2 > letters ? latinLanguage(beginning) : 'other'
}

function latinLanguage(text: string): Language | null {
  const found = text.match(WORD) ?? []
  const folded = found.map(foldText)
  const scores = new Map<Language, number>([['en', folded.filter((word) => isStopWord(word)).length]])
  for (const [language, { functionWords, negations }] of Object.entries(LANGUAGE_WORDS))
    scores.set(
      language as ReadLanguage,
      folded.filter((word) => functionWords.has(word) || negations.has(word)).length,
    )
  const ranked = [...scores].sort(([, one], [, other]) => other - one)
  const [[best, hits] = ['en' as const, 0], [, next] = ['en' as const, 0]] = ranked
  // A single function word may be part of a name: “Ludwig van Beethoven”.
  if (hits >= 2 && hits > next) return best
  if (hits >= 2) return scores.get('en') === hits ? 'en' : best
  const lowerCase = found.filter((word) => /^\p{Ll}/u.test(word))
  const isForeign = lowerCase.some((word) => !isAscii(word))
  return lowerCase.length >= UNKNOWN_WORDS_NEEDED - Number(isForeign) && (hits === 0 || isForeign)
    ? 'other'
    : null
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
