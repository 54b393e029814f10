import { LANGUAGE_WORDS } from './language-words.ts'
import type { Language } from './recognise-language.ts'
import { foldText, isNegation, isStopWord, wordsOf } from './words.ts'

/** The wording of a text: all its words, its content words, and the number of its negations. */
export interface Wording {
  words: string[]
  content: string[]
  negations: number
}

const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu
const NEGATION = {
  zh: /[不没沒無无非未别勿]|否(?!则)/gu,
  ja: /ない|ません|なく|なし|ず(?=[。、に]|$)|いいえ|[不無非未]/gu,
}
/** Characters without content of their own. */
const PARTICLES = {
  zh: /[的了吗嗎呢吧是]/gu,
  ja: /です|ます|でした|である|ですか|[はがをにでとのもへだよねか]/gu,
}
const SIGNS = /[\p{P}\p{S}\s]/gu

/** The wording of a text in a language; null if the language is not supported. */
export function wordingOf(text: string, language: Language): Wording | null {
  switch (language) {
    case 'other':
      return null
    case 'en': {
      const words = wordsOf(text)
      return {
        words,
        content: words.filter((word) => !isStopWord(word) && !isNegation(word)),
        negations: words.filter(isNegation).length,
      }
    }
    case 'zh':
    case 'ja': {
      const characters = text.normalize('NFKC').replace(SIGNS, '')
      return {
        words: [...characters.replace(/(?:です|である|だ)$/u, '')],
        content: [...characters.replace(PARTICLES[language], '')],
        negations: text.match(NEGATION[language])?.length ?? 0,
      }
    }
    default: {
      const { functionWords, negations } = LANGUAGE_WORDS[language]
      const words = foldText(text).match(WORD) ?? []
      const negationWords = words.filter((word) => negations.has(word)).length
      return {
        words,
        content: words.filter((word) => !functionWords.has(word) && !negations.has(word)),
        // “Ne … pas” is one negation in two words.
        negations: language === 'fr' ? negationWords - countNegationPairs(words) : negationWords,
      }
    }
  }
}

/** The number of French negations that consist of two words. */
function countNegationPairs(words: string[]): number {
  const SECOND = new Set(['pas', 'jamais', 'aucun', 'aucune', 'rien', 'ni'])
  let pairs = 0
  let open = false
  for (const word of words) {
    if (word === 'ne' || word === 'n') open = true
    else if (open && SECOND.has(word)) {
      pairs++
      open = false
    }
  }
  return pairs
}
