import { LANGUAGE_WORDS, type ReadLanguage } from './language-words.ts'
import { type Language, recogniseLanguage } from './recognise-language.ts'
import { wordingOf } from './wording.ts'
import { foldText, wordsOf } from './words.ts'

const END = /(?<![.!。．！\s])[.!。．！\s]+$/u
// The lookahead requires a single line; otherwise the search would restart after every verb.
const JAPANESE = /^(?=.+$)(.+?)は、?(.+?)(?:です|である|だ|でした)?$/u
const CHINESE = /^(?=.+$)(.+?)(?:是|为|為)(.+)$/u
const SENTENCES = /[.!?。！？；;]\s*\S/u
const MOST_WORDS = 14

/**
 * The answer in a single sentence of the form “the thing asked for is X”, in any supported language except English; null
 * for every other sentence. The words of the question decide which side is the thing asked for. If the question is in
 * another language, the side that is only a name is the answer.
 */
export function complementOf(
  text: string,
  question: { text: string; language: Language | null },
  language: Language,
): string | null {
  const sentence = text.trim().replace(END, '')
  if (SENTENCES.test(sentence) || (wordingOf(sentence, language)?.negations ?? 1) > 0) return null
  const sides = sidesOf(sentence, language)
  if (sides === null) return null
  const isAsked = (side: string) => isContainedIn(side, question.text, language)
  const known = sides.filter(isAsked)
  if (known.length === 1) return sides.find((side) => side !== known[0])!
  if (question.language === language || known.length > 1) return null
  const names = sides.filter((side) => isName(side, language))
  return names.length === 1 ? names[0]! : null
}

function sidesOf(sentence: string, language: Language): [string, string] | null {
  if (language === 'ja' || language === 'zh') {
    const match = (language === 'ja' ? JAPANESE : CHINESE).exec(sentence)
    return match ? [match[1]!, match[2]!] : null
  }
  if (language === 'en' || language === 'other') return null
  const words = sentence.split(/\s+/)
  const places = words.flatMap((word, place) => (isCopula(word, language) ? [place] : []))
  const [place] = places
  if (place === undefined || places.length > 1 || words.length > MOST_WORDS) return null
  const sides = [words.slice(0, place).join(' '), words.slice(place + 1).join(' ')] as [string, string]
  return sides.every((side) => side !== '') && !/[,;:]/.test(sentence) ? sides : null
}

/** Whether a text in a language other than English is a sentence rather than a name. */
export function isForeignSentence(text: string): boolean {
  const language = recogniseLanguage(text)
  if (language === null || language === 'en') return false
  if (language === 'ja' || language === 'zh') return text.length > LONGEST_NAME
  const words = text.split(/\s+/)
  if (language === 'other') return words.length > 3
  const { functionWords, negations } = LANGUAGE_WORDS[language]
  const folded = words.map((word) => foldText(word.replace(/[^\p{L}]/gu, '')))
  return (
    folded.some((word, place) => negations.has(word) || isCopula(words[place]!, language)) ||
    (folded.filter((word) => functionWords.has(word)).length >= 2 &&
      words.some((word, place) => /^\p{Ll}/u.test(word) && !functionWords.has(folded[place]!)))
  )
}

const LONGEST_NAME = 8

/** In Italian and Portuguese, “e” means “and”; only with an accent does it mean “is”. */
function isCopula(word: string, language: ReadLanguage): boolean {
  if (/^e$/i.test(word)) return false
  return LANGUAGE_WORDS[language].copulas.has(foldText(word))
}

/** Whether the question contains all content words of a side. */
function isContainedIn(side: string, question: string, language: Language): boolean {
  const said = wordingOf(side, language)?.content ?? []
  const asked = foldText(question)
  const words = new Set(wordsOf(question))
  const isCharacters = language === 'ja' || language === 'zh'
  return (
    said.length > 0 && said.every((word) => (isCharacters ? asked.includes(foldText(word)) : words.has(word)))
  )
}

/** Whether a side is only a name: short, and without articles or prepositions. */
function isName(side: string, language: Language): boolean {
  if (language === 'ja' || language === 'zh') return side.length <= LONGEST_NAME && !/[のが的]/u.test(side)
  if (language === 'en' || language === 'other') return false
  const words = side.split(/\s+/)
  const { functionWords } = LANGUAGE_WORDS[language]
  return (
    words.length <= 3 && words.every((word) => /^\p{Lu}/u.test(word) && !functionWords.has(foldText(word)))
  )
}
