import { type DayOfMonth, daysMentioned } from '../../../language/calendar-date.ts'
import { monthNumber } from '../../../language/calendar-words.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import { textParts } from '../../../language/text-parts.ts'
import { joinThousands, stem, wordsOf } from '../../../language/words.ts'
import { plainProse } from '../../reading/text/plain-prose.ts'

/** What a writer may take names, numbers and dates from. */
export interface KnownDetails {
  words: Set<string>
  /** How the words begin, to recognise a name in another form. */
  beginnings: Set<string>
  /** The first letters of all words in a row, to recognise an abbreviation. */
  initials: string
  figures: Set<string>
  days: DayOfMonth[]
  /** With headings and code, from which a writer may take numbers too. */
  sentences: string[]
}

/** So many letters in common make “German” and “Germany”, “Victorian” and “Victoria” one name. */
const SHARED_BEGINNING = 5
const SHORTEST_ROOT = 4
const FIGURE = /\d+(?:\.\d+)?/g

/** So many characters are read at once. */
const LONGEST_PART = 10_000

/** Reads what the sources of a text name, piece by piece; others have their turn between them. */
export async function readSources(sources: string[], pause: () => Promise<void>): Promise<KnownDetails> {
  const known: KnownDetails = {
    words: new Set(),
    beginnings: new Set(),
    initials: '',
    figures: new Set(),
    days: [],
    sentences: [],
  }
  for (const source of sources.flatMap((text) => textParts(text, LONGEST_PART))) {
    await pause()
    const words = wordsOf(source)
    for (const word of words) {
      known.words.add(stem(word))
      known.beginnings.add(word.slice(0, SHARED_BEGINNING))
    }
    known.initials += ` ${words.map((word) => word[0]).join('')}`
    for (const [figure] of joinThousands(source).matchAll(FIGURE)) known.figures.add(figure)
    known.days.push(...daysMentioned(source))
    known.sentences.push(...sentencesOf(plainProse(source)))
  }
  return known
}

/** Whether a name is known: one word of it is enough, because titles and given names are added or left out. */
export function isKnownName(name: string[], known: KnownDetails): boolean {
  const initials = name.map((word) => word[0]!.toLowerCase()).join('')
  const joined = name.flatMap(wordsOf).join('')
  const isShortened = name.length > 1 && (known.words.has(initials) || known.words.has(stem(joined)))
  return isShortened || name.some((word) => isKnownWord(word, known))
}

function isKnownWord(written: string, { words, beginnings, initials, days }: KnownDetails): boolean {
  // “WiFi” may stand for “Wi-Fi”.
  const parts = written.split(/(?<=\p{Ll})(?=\p{Lu})/u).flatMap(wordsOf)
  if (parts.every((part) => words.has(stem(part)))) return true
  const folded = parts.join('')
  if (words.has(stem(folded))) return true
  if (written === written.toUpperCase()) return initials.includes(folded)
  const month = monthNumber(folded)
  if (month > 0 && days.some((day) => day.month === month)) return true
  if (folded.length >= SHARED_BEGINNING && beginnings.has(folded.slice(0, SHARED_BEGINNING))) return true
  return folded.length > SHORTEST_ROOT && words.has(folded.slice(0, SHORTEST_ROOT))
}
