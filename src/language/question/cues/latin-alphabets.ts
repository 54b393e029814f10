import { LANGUAGE_WORDS } from '../../language-words.ts'
import { foldText, isStopWord } from '../../words.ts'

/** The letters beyond a to z that each language in the Latin alphabet uses. */
const LETTERS: Record<string, string> = {
  en: 'éèïöçñ',
  de: 'äöüßé',
  fr: 'àâçéèêëîïôûùüÿœæ',
  es: 'áéíñóúü',
  it: 'àèéìíòóùú',
  pt: 'áâãàçéêíóôõúü',
  nl: 'éëïöüèó',
  pl: 'ąćęłńóśźż',
  tr: 'çğıöşüâîû',
  sv: 'åäöé',
}

/** Function words of languages that `language-words.ts` does not have. */
const MORE_WORDS: Record<string, Set<string>> = {
  pl: words(
    'w z na do i o jest to sie nie czy jak co ze od po za dla przez ktory ktora sa ma by ile kto gdzie kiedy u',
  ),
  tr: words('bir ve ile bu icin mi mu ne kac kim nasil nedir daha en cok olarak hangi nerede var ya da bana'),
  sv: words(
    'och att det som en ett i pa av for ar med den till inte om har hur vad vem vilken vilket jag mig min kan',
  ),
}
/** With fewer function words than this the language is not decided. */
const LEAST_WORDS = 2
const SHARE_OF_BEST = 0.6
/** One function word more or less decides nothing. */
const SLACK = 0.5
/** English words stand in questions of all languages. */
const SHARE_OF_ENGLISH = 0.3
const LONGEST_READ = 600

function words(list: string): Set<string> {
  return new Set(list.split(' '))
}

/** The languages in the Latin alphabet that a text may be in, by its letters and function words. */
export function plausibleLanguages(text: string): Set<string> {
  const beginning = text.slice(0, LONGEST_READ).toLowerCase().normalize('NFC')
  const special = new Set(beginning.match(/(?![a-z])\p{Script=Latin}/gu))
  const fitting = Object.keys(LETTERS).filter((language) =>
    [...special].every((letter) => LETTERS[language]!.includes(letter)),
  )
  const candidates = fitting.length > 0 ? fitting : Object.keys(LETTERS)
  const found =
    foldText(beginning)
      .replace(/ı/g, 'i')
      .match(/\p{L}+/gu) ?? []
  const scores = candidates.map((language) => found.filter((word) => isFunctionWord(word, language)).length)
  const best = Math.max(...scores)
  if (best < LEAST_WORDS) return new Set(candidates)
  const share = (language: string) => (language === 'en' ? SHARE_OF_ENGLISH : SHARE_OF_BEST)
  return new Set(candidates.filter((language, place) => scores[place]! >= share(language) * best - SLACK))
}

function isFunctionWord(word: string, language: string): boolean {
  if (language === 'en') return isStopWord(word)
  const known = LANGUAGE_WORDS[language as keyof typeof LANGUAGE_WORDS]
  return known === undefined
    ? MORE_WORDS[language]!.has(word)
    : known.functionWords.has(word) || known.negations.has(word)
}
