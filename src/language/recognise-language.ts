import { LANGUAGE_WORDS, type ReadLanguage } from './language-words.ts'
import { foldText, isAscii, isStopWord } from './words.ts'

/** A language that was recognised; `other` for a text in words of none that is known. */
export type Language = 'en' | ReadLanguage | 'zh' | 'ja' | 'other'

// A letter by itself may name an option or a variable; in some languages it is a word.
const WORD = /\p{L}{2,}|(?<![\p{L}\p{N}])(?:[éèàeoayi](?![\p{L}\p{N}'’=+*/^)])|[dlnscj](?=['’]\p{L}))/gu
const LATIN = /\p{Script=Latin}/gu
const HAN = /\p{Script=Han}/gu
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const LETTER = /\p{L}/gu
/** So many words in small letters that are of no known language are one that is not known. */
const ENOUGH_WORDS = 4
const LONGEST_LOOK = 1_000

/** The language of a text; null where there is too little to tell, as in a name or a number. */
export function recogniseLanguage(text: string): Language | null {
  const looked = text.slice(0, LONGEST_LOOK)
  if (isAscii(looked)) return latinLanguage(looked)
  const letters = countOf(looked, LETTER)
  if (letters === 0) return null
  const [latin, han, kana] = [countOf(looked, LATIN), countOf(looked, HAN), countOf(looked, KANA)]
  if (han + kana > latin) return kana > 0 ? 'ja' : 'zh'
  return latin * 2 > letters ? latinLanguage(looked) : 'other'
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
  // One such word may be part of a name: “Ludwig van Beethoven”.
  if (hits >= 2 && hits > next) return best
  if (hits >= 2) return scores.get('en') === hits ? 'en' : best
  const small = found.filter((word) => /^\p{Ll}/u.test(word))
  const isForeign = small.some((word) => !isAscii(word))
  return small.length >= ENOUGH_WORDS - Number(isForeign) && (hits === 0 || isForeign) ? 'other' : null
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
