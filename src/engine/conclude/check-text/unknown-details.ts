import { type DayOfMonth, daysMentioned } from '../../../language/calendar-date.ts'
import { monthNumber } from '../../../language/calendar-words.ts'
import {
  findMentions,
  findQuantities,
  type Mention,
  maybeSameQuantity,
  type Quantity,
} from '../../../language/quantity/index.ts'
import { recogniseLanguage } from '../../../language/recognise-language.ts'
import { joinThousands, stem, wordsOf } from '../../../language/words.ts'
import { proseSentences } from '../../reading/text/prose-sentences.ts'
import { namesIn } from './names-in-sentence.ts'

/** What a writer may take names, numbers and dates from. */
interface Known {
  words: Set<string>
  /** The first letters of all words in a row, to recognise an abbreviation. */
  initials: string
  figures: Set<string>
  days: DayOfMonth[]
  sentences: string[]
}

/** Counts of what the writer itself lists, such as “three reasons”, are in no source. */
const LARGEST_COUNT = 12
const SHARED_BEGINNING = 5
const FIGURE = /\d+(?:\.\d+)?/g

interface DetailSearch {
  /** The sentences to check. */
  sentences: string[]
  /** Everything that the writer was shown. */
  sources: string[]
  pause: () => Promise<void>
}

/** The names, numbers and dates of each sentence that are in none of the sources; empty for a sentence without any. */
export async function unknownDetails({ sentences, sources, pause }: DetailSearch): Promise<string[][]> {
  const known = await readSources(sources, pause)
  // In German every noun begins with a capital.
  const hasNames = recogniseLanguage(sentences.join(' ')) !== 'de'
  let quantities: Quantity[] | null = null
  const unknown: string[][] = []
  for (const sentence of sentences) {
    await pause()
    const names = hasNames ? namesIn(sentence).filter((name) => !isKnownName(name, known)) : []
    const days = daysMentioned(sentence).filter((day) => !known.days.some((other) => isSameDay(day, other)))
    const odd = findMentions(sentence).filter((mention) => isFact(mention) && !isLiteral(mention, known))
    if (odd.length > 0) quantities ??= await quantitiesIn(known, pause)
    const numbers = odd.filter(({ quantity }) => !quantities!.some((other) => isSameNumber(quantity, other)))
    unknown.push([
      ...names.map((name) => name.join(' ')),
      ...days.map(({ text }) => text),
      ...numbers.map(({ text }) => text),
    ])
  }
  return unknown
}

async function readSources(sources: string[], pause: () => Promise<void>): Promise<Known> {
  const known: Known = { words: new Set(), initials: '', figures: new Set(), days: [], sentences: [] }
  for (const source of sources) {
    await pause()
    const words = wordsOf(source)
    for (const word of words) known.words.add(stem(word))
    known.initials += ` ${words.map((word) => word[0]).join('')}`
    for (const [figure] of joinThousands(source).matchAll(FIGURE)) known.figures.add(figure)
    known.days.push(...daysMentioned(source))
    known.sentences.push(...proseSentences(source))
  }
  return known
}

/** A name of which one word is known is taken for known: titles and given names are added or left out. */
function isKnownName(name: string[], known: Known): boolean {
  const initials = name.map((word) => word[0]!.toLowerCase()).join('')
  return (name.length > 1 && known.words.has(initials)) || name.some((word) => isKnownWord(word, known))
}

function isKnownWord(written: string, { words, initials, days }: Known): boolean {
  const parts = wordsOf(written).map(stem)
  if (parts.some((part) => words.has(part))) return true
  const folded = parts.join('')
  if (written === written.toUpperCase()) return initials.includes(folded)
  const month = monthNumber(folded)
  if (month > 0 && days.some((day) => day.month === month)) return true
  // “German” and “Germany”, “Victorian” and “Victoria”.
  const beginning = folded.slice(0, SHARED_BEGINNING)
  return [...words].some(
    (word) => word.startsWith(beginning) || (word.length >= 4 && folded.startsWith(word)),
  )
}

function isSameDay(one: DayOfMonth, other: DayOfMonth): boolean {
  return one.month === other.month && one.day === other.day
}

/**
 * Whether a number says something about the subject: not a time of day, which has too many forms, the number of a list
 * item, or a count of what the writer itself lists.
 */
function isFact({ quantity, text, before, after }: Mention): boolean {
  if (/\d:$|\p{L}-$/u.test(before) || /^(?::\d| ?[ap]\.?m\b)/i.test(after)) return false
  const isWord = !/\d/.test(text)
  const value = Number(quantity.value.numerator) / Number(quantity.value.denominator)
  if (quantity.unit !== null) return !isWord || value > 1
  if (/^(?:st|nd|rd|th)(?!\p{L})/u.test(after) || /[#([]$/.test(before)) return false
  return !isWord || value > LARGEST_COUNT
}

/** Whether a number without a unit stands in a source with the same digits. */
function isLiteral({ quantity, text }: Mention, { figures }: Known): boolean {
  return quantity.unit === null && figures.has(joinThousands(text))
}

function isSameNumber(one: Quantity, other: Quantity): boolean {
  return maybeSameQuantity({ ...one, bound: null }, { ...other, bound: null })
}

/** The quantities of the sources, read only when a number is not found by its digits. */
async function quantitiesIn({ sentences }: Known, pause: () => Promise<void>): Promise<Quantity[]> {
  const quantities: Quantity[] = []
  for (const sentence of sentences) {
    await pause()
    quantities.push(...findQuantities(sentence))
  }
  return quantities
}
