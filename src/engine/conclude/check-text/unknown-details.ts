import { type DayOfMonth, daysMentioned } from '../../../language/calendar-date.ts'
import {
  findMentions,
  findQuantities,
  type Mention,
  maybeSameQuantity,
  type Quantity,
} from '../../../language/quantity/index.ts'
import { recogniseLanguage } from '../../../language/recognise-language.ts'
import { joinThousands } from '../../../language/words.ts'
import { isKnownName, type KnownDetails, readSources } from './known-details.ts'
import { isTitle, namesIn } from './names-in-sentence.ts'

/** Counts of what the writer itself lists, such as “three reasons”, are in no source. */
const LARGEST_COUNT = 12
/** “(3)” and “[12]” number a list or refer to a source; “(1951)” is a year. */
const LARGEST_REFERENCE = 99
/** How many quantities are compared before others have their turn. */
const COMPARED_AT_ONCE = 500
/** A text with so many unknown details has failed; the rest of it is not compared. */
const MOST_UNKNOWN = 20

/** Finds the names, numbers and dates of each sentence, then of each heading, that are in none of the sources. */
export type FindUnknown = (prose: { sentences: string[]; headings?: string[] }) => Promise<string[][]>

/** Creates a search for a text that may come in parts; the sources are read once. */
export function createDetailSearch(sources: string[], pause: () => Promise<void>): FindUnknown {
  let read: { known: KnownDetails; isKnownNumber: (mention: Mention) => Promise<boolean> } | null = null
  const written: string[] = []
  let found = 0

  return async ({ sentences, headings = [] }) => {
    if (read === null) {
      const known = await readSources(sources, pause)
      read = { known, isKnownNumber: numbersIn(known, pause) }
    }
    const { known, isKnownNumber } = read
    written.push(...sentences)
    // In German every noun begins with a capital.
    const hasNames = recogniseLanguage(written.join(' ')) !== 'de'
    const unknown: string[][] = []
    for (const [place, text] of [...sentences, ...headings].entries()) {
      const details = found >= MOST_UNKNOWN ? [] : await unknownIn(text, place >= sentences.length)
      found += details.length
      unknown.push(details)
    }
    return unknown

    async function unknownIn(sentence: string, isHeading: boolean): Promise<string[]> {
      await pause()
      const isRead = hasNames && !(isHeading && isTitle(sentence))
      const names = isRead ? namesIn(sentence).filter((name) => !isKnownName(name, known)) : []
      const days = daysMentioned(sentence).filter((day) => !known.days.some((other) => isSameDay(day, other)))
      const numbers: string[] = []
      for (const mention of findMentions(sentence).filter((one) => isFact(one, isHeading)))
        if (!(await isKnownNumber(mention))) numbers.push(mention.text)
      return [...names.map((name) => name.join(' ')), ...days.map(({ text }) => text), ...numbers]
    }
  }
}

/** Tells known numbers: by their digits, else by comparison with every quantity of the sources, each number once. */
function numbersIn(known: KnownDetails, pause: () => Promise<void>): (mention: Mention) => Promise<boolean> {
  let quantities: Quantity[] | null = null
  const decided = new Map<string, boolean>()
  return async ({ quantity, text }) => {
    if (quantity.unit === null && known.figures.has(joinThousands(text))) return true
    quantities ??= await quantitiesIn(known, pause)
    const isKnown = decided.get(text) ?? (await isAmong(quantities, quantity, pause))
    decided.set(text, isKnown)
    return isKnown
  }
}

/** Whether a quantity is one of some, which may be thousands in long documents. */
async function isAmong(
  quantities: Quantity[],
  quantity: Quantity,
  pause: () => Promise<void>,
): Promise<boolean> {
  for (let start = 0; start < quantities.length; start += COMPARED_AT_ONCE) {
    await pause()
    const some = quantities.slice(start, start + COMPARED_AT_ONCE)
    if (some.some((other) => isSameNumber(quantity, other))) return true
  }
  return false
}

function isSameDay(one: DayOfMonth, other: DayOfMonth): boolean {
  return one.month === other.month && one.day === other.day
}

/**
 * Whether a number says something about the subject: not a time of day, which has too many forms, the number of a list
 * item or a section, or a count of what the writer itself lists.
 */
function isFact({ quantity, text, before, after }: Mention, isHeading: boolean): boolean {
  if (/\d:$|\p{L}-$/u.test(before) || /^(?::\d| ?[ap]\.?m\b)/i.test(after)) return false
  const isWord = !/\d/.test(text)
  const value = Number(quantity.value.numerator) / Number(quantity.value.denominator)
  if (quantity.unit !== null) return !isWord || value > 1
  const isReference = /#$/.test(before) || (/[([]$/.test(before) && value <= LARGEST_REFERENCE)
  if (/^(?:st|nd|rd|th)(?!\p{L})/u.test(after) || isReference) return false
  return !(isWord || isHeading) || value > LARGEST_COUNT
}

function isSameNumber(one: Quantity, other: Quantity): boolean {
  return maybeSameQuantity({ ...one, bound: null }, { ...other, bound: null })
}

/** The quantities of the sources, read only when a number is not found by its digits. */
async function quantitiesIn({ sentences }: KnownDetails, pause: () => Promise<void>): Promise<Quantity[]> {
  const quantities: Quantity[] = []
  for (const sentence of sentences) {
    await pause()
    quantities.push(...findQuantities(sentence))
  }
  return quantities
}
