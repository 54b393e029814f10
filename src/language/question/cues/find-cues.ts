import { CLOSED_CUES } from './closed-cues.ts'
import { DRAFT_CUES } from './draft-cues.ts'
import { OPEN_CUES } from './open-cues.ts'
import { OTHER_CUES } from './other-cues.ts'

const TABLES = { ...DRAFT_CUES, ...OPEN_CUES, ...CLOSED_CUES, ...OTHER_CUES }

/** What a word or phrase says about what is asked for. */
export type CueName = keyof typeof TABLES

/** A word or phrase of a text that says something about what is asked for. */
export interface Cue {
  name: CueName
  /** Where it begins and ends in the text. */
  at: number
  end: number
  /** A verb at the end of its sentence, which still decides what the sentence asks for. */
  isFinal: boolean
  language: string
}

interface Phrase {
  text: string
  names: Array<{ name: CueName; isFinal: boolean; language: string }>
  anyEnding: boolean
}

/** Languages whose nouns and adjectives take many endings, so that these are recognised by their stem. */
const INFLECTING = new Set(['pl', 'ru', 'uk', 'tr'])
const INFLECTED = new Set<CueName>(['product', 'openNoun', 'attribute', 'superlative', 'fact'])
const SHORTEST_STEM = 5
/** Languages that write a compound as one word, so that a thing may be named by the end of a word. */
const COMPOUNDING = ['de', 'nl', 'sv']
const SHORTEST_OF_COMPOUND = 5
const LONGEST_WORD = 40
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const WORD = /[\p{L}\p{N}\p{M}]/u
const ACCENTS = /[\u0300-\u036f\u064b-\u0655\u0670]/g

/** Normalises a text for the search: lower case, without accents, with plain apostrophes and single spaces. */
export function foldRequest(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

/** Phrases that leave their first word its own meaning. */
const TRANSPARENT = new Set<CueName>(['should', 'advice', 'reasoned', 'openNoun', 'explain'])
const OTHER_SCRIPTS = new Set(['ru', 'uk', 'ar', 'ko', 'zh', 'ja', 'hi'])
/** A word without its last vowel and with any ending; phrases and short words stay as they are. */
function stemmed(word: string): string {
  const stem = word.replace(/[aeiouyąęаеиоуыюяьіїєiöü]$/u, '')
  return word.includes(' ') || stem.length < SHORTEST_STEM ? word : `${stem}*`
}

const PHRASES_BY_TEXT = new Map<string, Phrase>()
/** Made for the first question: it takes as long as reading a thousand of them. */
let phrases: Map<string, Phrase[]> | null = null

function allPhrases(): Map<string, Phrase[]> {
  phrases ??= index()
  return phrases
}

function index(): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase>()
  for (const [name, table] of Object.entries(TABLES))
    for (const line of table.trim().split('\n'))
      for (const entry of line.trim().slice(3).split(',')) {
        const isFinal = entry.trim().startsWith('!')
        const written = foldRequest(entry.trim().replace(/^!/, ''))
        const language = line.trim().slice(0, 2)
        const inflects = !written.endsWith('*') && INFLECTED.has(name as CueName) && INFLECTING.has(language)
        const key = inflects ? stemmed(written) : written
        const known = phrases.get(key) ?? {
          text: key.replace(/\*$/, ''),
          names: [],
          anyEnding: key.endsWith('*'),
        }
        known.names.push({ name: name as CueName, isFinal, language })
        phrases.set(key, known)
      }
  const buckets = new Map<string, Phrase[]>()
  for (const phrase of phrases.values()) {
    PHRASES_BY_TEXT.set(phrase.text, phrase)
    const key = phrase.text.slice(0, 2)
    buckets.set(key, [...(buckets.get(key) ?? []), phrase])
  }
  for (const bucket of buckets.values()) bucket.sort((one, other) => other.text.length - one.text.length)
  return buckets
}

/**
 * The cues in a folded text, in order, in the given languages or in another script. Of several phrases at one place the
 * longest counts; “explain why” also counts as “explain”, but “how many” not as “how”.
 */
export function findCues(text: string, languages: Set<string>): Cue[] {
  const cues: Cue[] = []
  let place = 0
  while (place < text.length) {
    if (!startsPhrase(text, place)) {
      place++
      continue
    }
    const phrases = phrasesAt(text, place, languages)
    const [longest] = phrases
    if (longest === undefined) {
      const word =
        /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}-]+/u.exec(
          text.slice(place, place + LONGEST_WORD),
        )?.[0] ?? ''
      const language = COMPOUNDING.find((one) => languages.has(one) && endsInProduct(word, one))
      if (language !== undefined)
        cues.push({ name: 'product', at: place, end: place + word.length, isFinal: false, language })
      place += Math.max(1, word.length)
      continue
    }
    const isWhole = longest.names.some(({ name }) => !TRANSPARENT.has(name))
    for (const phrase of isWhole ? [longest] : phrases)
      for (const { name, isFinal, language } of phrase.names)
        if (
          isRead(language, languages) &&
          !cues.slice(-8).some((cue) => cue.at === place && cue.name === name)
        )
          cues.push({ name, at: place, end: place + phrase.text.length, isFinal, language })
    place += longest.text.length
  }
  return cues
}

/** Whether a compound ends in the name of a product: “Sinterklaasgedicht”. */
function endsInProduct(word: string, language: string): boolean {
  for (let start = 2; start <= word.length - SHORTEST_OF_COMPOUND; start++)
    if (
      PHRASES_BY_TEXT.get(word.slice(start))?.names.some(
        (one) => one.name === 'product' && one.language === language,
      )
    )
      return true
  return false
}

function startsPhrase(text: string, place: number): boolean {
  const here = text.charAt(place)
  return UNSPACED.test(here) || (WORD.test(here) && !continuesWord(text, place))
}

/** Whether a character stands inside a word of a script with spaces. */
function continuesWord(text: string, place: number): boolean {
  const before = text.charAt(place - 1)
  return before !== '' && WORD.test(before) && !UNSPACED.test(before)
}

function phrasesAt(text: string, place: number, languages: Set<string>): Phrase[] {
  const fits = (phrase: Phrase) =>
    text.startsWith(phrase.text, place) &&
    phrase.names.some(({ language }) => isRead(language, languages)) &&
    (phrase.anyEnding || UNSPACED.test(phrase.text.at(-1)!) || endsWord(text, place + phrase.text.length))
  return [text.slice(place, place + 2), text.charAt(place)].flatMap(
    (key) => allPhrases().get(key)?.filter(fits) ?? [],
  )
}

function endsWord(text: string, end: number): boolean {
  const after = text.charAt(end)
  return after === '' || !WORD.test(after) || UNSPACED.test(after)
}

function isRead(language: string, languages: Set<string>): boolean {
  return languages.has(language) || OTHER_SCRIPTS.has(language)
}
