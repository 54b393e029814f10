import { matchAt } from './match-at.ts'
import { normalizeText } from './normalize-text.ts'
import { OPENING_WORDS } from './scan-number-words.ts'
import { type Quantity, type ScannedQuantity, scanQuantity } from './scan-quantity.ts'

const LONGEST_TEXT = 20_000
/** In a text with more quantities than this, only the first ones are read. */
const MOST_QUANTITIES = 50
const WORDS_AFTER = 60
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
  /** The text after it, limited in length. */
  readonly after: string
}

/** The first fifty mentions of quantities in running text, in order; the 2 of H2O is not one. */
export function findMentions(text: string): Mention[] {
  const body = normalizeText(text.slice(0, LONGEST_TEXT))
  const found: Mention[] = []
  for (let position = nextStart(body, 0); position !== null && found.length < MOST_QUANTITIES; ) {
    const scanned = scanMention(body, position)
    if (scanned) found.push(mentionOf(scanned, body, position))
    position = nextStart(body, scanned?.end ?? afterWord(body, position))
  }
  return found
}

function mentionOf({ end, ...quantity }: ScannedQuantity, body: string, position: number): Mention {
  const before = body.slice(Math.max(0, position - 10), position)
  const hasSign = /(?:^|[\s(=:,])-$/.test(before)
  const isNegative = hasSign || /(?:^|\s)(?:minus|negative) $/i.test(before)
  return {
    quantity: isNegative ? { ...quantity, value: quantity.value.neg() } : quantity,
    text: body.slice(hasSign ? position - 1 : position, end),
    after: body.slice(end, end + WORDS_AFTER),
  }
}

function scanMention(text: string, position: number): ScannedQuantity | null {
  const scanned = scanQuantity(text, position)
  if (!scanned) return null
  const written = text.slice(position, scanned.end)
  if (scanned.unit === null && LOOSE_WORDS.test(written)) return null
  // "3 in 4 people" and "5 in the morning" are not about inches.
  if (ORDINARY_IN.test(written) && /^ [\p{L}\d]/u.test(text.slice(scanned.end, scanned.end + 3)))
    return { ...scanned, unit: null, end: scanned.end - 2 }
  return scanned
}

function nextStart(text: string, from: number): number | null {
  START.lastIndex = from
  return START.exec(text)?.index ?? null
}

function afterWord(text: string, position: number): number {
  return position + Math.max(1, matchAt(WORD_REST, text, position)?.[0].length ?? 0)
}
