import { type Bound, boundBefore, withoutBound } from './bound.ts'
import { matchAt } from './match-at.ts'
import { normalizeText } from './normalize-text.ts'
import { scanWithinLimits, toQuantity } from './parse-quantity.ts'
import type { Quantity } from './quantity.ts'
import type { Rational } from './rational.ts'
import { OPENING_WORDS } from './scan-number-words.ts'

const LONGEST_TEXT = 20_000
/** In a text with more quantities than this, only the first ones are compared. */
const MOST_QUANTITIES = 50
const WORDS_BEFORE = 32
const WORDS_AROUND = 60
/** A number above a googol, or below its reciprocal, is not a meaningful quantity in running text. */
const LARGEST_PART = 10n ** 100n
const HEDGE =
  /(?<!\p{L})(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|some|[~≈≃≅∼]) ?-?$/iu
// Where a number can start, so that most words need no scan: a currency, a digit, a decimal point before a digit, or a
// number word; never inside a word.
const START = new RegExp(
  `[$€£]|(?<![\\p{L}\\d_])(?:\\d|\\.\\d|US\\$|(?:USD|EUR|GBP|${OPENING_WORDS.join('|')})(?![\\p{L}\\d]))`,
  'giu',
)
const WORD_REST = /[\p{L}\d'_]+/uy
// Words that are rarely meant as numbers without a unit.
const LOOSE_WORDS = /^(?:one|(?:an? |one )?(?:half|quarter|third).*)$/i
const ORDINARY_IN = / ?in$/

/** A quantity mentioned in running text. */
export interface Mention {
  readonly quantity: Quantity
  /** The words of the mention, including its sign. */
  readonly text: string
  /** The text before and after it, limited in length. */
  readonly before: string
  readonly after: string
}

/** The first fifty quantities mentioned in running text, in order; the 2 of H2O is not one. */
export function findQuantities(text: string): Quantity[] {
  return mentionsIn(text, MOST_QUANTITIES).map(({ quantity }) => quantity)
}

/** The first fifty mentions of quantities in running text, each with the surrounding words. */
export function findMentions(text: string): Mention[] {
  return mentionsIn(text, MOST_QUANTITIES).map(({ quantity, start, end, body }) => ({
    quantity,
    text: body.slice(start, end),
    before: body.slice(Math.max(0, start - WORDS_AROUND), start),
    after: body.slice(end, end + WORDS_AROUND),
  }))
}

interface Found {
  quantity: Quantity
  start: number
  end: number
  body: string
}

function mentionsIn(text: string, most: number): Found[] {
  const body = normalizeText(text.slice(0, LONGEST_TEXT))
  const found: Found[] = []
  let read = 0
  let position = nextStart(body, 0)
  while (position !== null && read < most) {
    const scanned = scanMention(body, position)
    if (scanned) read++
    if (scanned && !isBeyondMeasure(scanned.value)) {
      const before = body.slice(Math.max(0, position - WORDS_BEFORE), position)
      const [negative, approximate] = [isNegative(before), HEDGE.test(before)]
      const bound =
        boundBefore(approximate ? before.replace(HEDGE, '') : before) ?? boundAfter(body, scanned.end)
      const quantity = toQuantity(scanned, { negative, approximate, bound })
      const sign = before.endsWith('-') && negative ? 1 : 0
      found.push({ quantity, start: position - sign, end: scanned.end, body })
    }
    position = nextStart(body, scanned?.end ?? afterWord(body, position))
  }
  return found
}

function scanMention(text: string, position: number): ReturnType<typeof scanWithinLimits> {
  // After "5/", the rest of a date must not be read as a fraction.
  const insideDate = /[\d/]\/$/.test(text.slice(Math.max(0, position - 2), position))
  const scanned = scanWithinLimits(text, position, insideDate ? 'expression' : 'quantity')
  if (!scanned) return null
  const written = text.slice(position, scanned.end)
  if (scanned.unit === null && LOOSE_WORDS.test(written)) return null
  // "3 in 4 people" and "5 in the morning" are not about inches.
  if (ORDINARY_IN.test(written) && /^ [\p{L}\d]/u.test(text.slice(scanned.end, scanned.end + 3))) {
    return { ...scanned, unit: null, end: scanned.end - 2 }
  }
  return scanned
}

function isBeyondMeasure({ numerator, denominator }: Rational): boolean {
  return numerator > LARGEST_PART || denominator > LARGEST_PART
}

function boundAfter(text: string, end: number): Bound | null {
  const words = /^ or \p{L}+/u.exec(text.slice(end, end + WORDS_BEFORE))?.[0] ?? ''
  return words === '' ? null : withoutBound(words).bound
}

function isNegative(before: string): boolean {
  if (before.endsWith('-')) return /(?:^|[\s(=:,])-$/.test(before)
  return /(?:^|\s)(?:minus|negative) $/i.test(before)
}

function nextStart(text: string, from: number): number | null {
  START.lastIndex = from
  return START.exec(text)?.index ?? null
}

function afterWord(text: string, position: number): number {
  return position + Math.max(1, matchAt(WORD_REST, text, position)?.[0].length ?? 0)
}
