import { CLOSED_CUES } from './closed-cues.ts'
import { DRAFT_CUES } from './draft-cues.ts'
import { OPEN_CUES } from './open-cues.ts'

const TABLES = { ...DRAFT_CUES, ...OPEN_CUES, ...CLOSED_CUES }

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
const TRANSPARENT = new Set<CueName>(['should', 'reasoned', 'explain'])
const OTHER_SCRIPTS = new Set(['ru', 'uk', 'ar', 'ko', 'zh', 'ja', 'hi'])

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
        const key = foldRequest(entry.trim().replace(/^!/, ''))
        const language = line.trim().slice(0, 2)
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
      place++
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
