import { CARDINALS, ORDINALS, SCALES, TENS } from '../number-words.ts'
import { matchAt } from './match-at.ts'
import { add, type Rational, rational, ZERO } from './rational.ts'
import { fromDecimal } from './rational-decimal.ts'

export interface ScannedWords {
  readonly value: Rational
  readonly end: number
}

/** Patterns for the words a number can start with; an article counts only before a few words. */
export const OPENING_WORDS = [
  'an?(?= (?:half|quarter|third|hundred|thousand|million|billion|trillion|dozen))',
  'half',
  'quarter',
  'third',
  ...CARDINALS,
  ...TENS,
]

/** The names of fractions: the ordinals from “third” on, and “half” and “quarter”. */
const PARTS = new Map([
  ...ORDINALS.map((word, value) => [word, value] as const).slice(3),
  ['half', 2],
  ['halve', 2],
  ['quarter', 4],
])

const WORD = /([a-z]+)(?![\p{L}\d])/iuy
const NEXT_WORD = /(?: | ?- ?)([a-z]+)(?![\p{L}\d])/iuy
const NEXT_PART = /(?: |-)([a-z]+?)(s)?(?![\p{L}\d])/iuy
const AND_A_PART = / and (a|an|one|two|three) ([a-z]+?)s?(?![\p{L}\d])/iuy
const FIRST_PART = /(?:(?:an?|one) )?(half|quarter|third)(?: an?(?= ))?(?![\p{L}\d])/iuy
const LONE_ARTICLE = /an? (?=(?:hundred|thousand|million|billion|trillion|dozen)(?![\p{L}\d]))/iuy

/** Scans a number in English words ("forty-two", "two thirds", "a dozen", "three point one"). */
export function scanNumberWords(text: string, start: number): ScannedWords | null {
  const part = matchAt(FIRST_PART, text, start)
  if (part && !/^third/i.test(part[0])) {
    return { value: partOf(1, part[1] ?? '')!, end: start + part[0].length }
  }
  const cardinal = scanCardinal(text, start)
  if (!cardinal) return null
  return scanParts(text, cardinal) ?? scanAndPart(text, cardinal) ?? scanPoint(text, cardinal) ?? cardinal
}

function scanCardinal(text: string, start: number): ScannedWords | null {
  const article = matchAt(LONE_ARTICLE, text, start)
  const reader = new CardinalReader(article ? 1n : 0n)
  let end = start + (article?.[0].length ?? 0)
  let match = matchAt(WORD, text, end)
  let word = match?.[1]?.toLowerCase() ?? ''
  while (match && reader.accept(word)) {
    end += match[0].length
    match = matchAt(NEXT_WORD, text, end)
    word = match?.[1]?.toLowerCase() ?? ''
    if (match && word === 'and' && reader.mayContinueWithAnd) {
      const after = matchAt(NEXT_WORD, text, end + match[0].length)
      const next = after?.[1]?.toLowerCase() ?? ''
      if (!after || !RANKS.has(next) || SCALES.has(next)) break
      match[0] += after[0]
      word = next
    }
  }
  return reader.isEmpty ? null : { value: rational(reader.value), end }
}

type Rank = { kind: 'zero' | 'one' | 'teen' | 'ten' | 'hundred' | 'scale' | 'dozen'; value: bigint }

const RANKS: ReadonlyMap<string, Rank> = new Map<string, Rank>([
  ...CARDINALS.map((word, value): [string, Rank] => [
    word,
    { kind: value === 0 ? 'zero' : value < 10 ? 'one' : 'teen', value: BigInt(value) },
  ]),
  ...TENS.map((word, index): [string, Rank] => [word, { kind: 'ten', value: BigInt(index + 2) * 10n }]),
  ...[...SCALES].map(([word, value]): [string, Rank] => [
    word,
    { kind: value === 100 ? 'hundred' : 'scale', value: BigInt(value) },
  ]),
  ['dozen', { kind: 'dozen', value: 12n }],
])

// Adds up words as long as they form one number: "forty two" is one, "two forty" is not.
class CardinalReader {
  private total = 0n
  private group: bigint
  private last: Rank['kind'] | null = null
  private lastScale: bigint | null = null

  constructor(group: bigint) {
    this.group = group
  }

  get isEmpty(): boolean {
    return this.last === null
  }

  get value(): bigint {
    return this.total + this.group
  }

  get mayContinueWithAnd(): boolean {
    return this.last === 'hundred' || this.last === 'scale'
  }

  accept(word: string): boolean {
    const rank = RANKS.get(word)
    if (!rank || !this.fits(rank)) return false
    if (rank.kind === 'hundred' || rank.kind === 'dozen') this.group *= rank.value
    else if (rank.kind === 'scale') {
      this.total += this.group * rank.value
      this.group = 0n
      this.lastScale = rank.value
    } else this.group += rank.value
    this.last = rank.kind
    return true
  }

  private fits({ kind, value }: Rank): boolean {
    const opensGroup = this.last === null || this.last === 'hundred' || this.last === 'scale'
    if (kind === 'zero') return this.last === null
    if (kind === 'one') return opensGroup || this.last === 'ten'
    if (kind === 'teen' || kind === 'ten') return opensGroup
    if (kind === 'hundred') return this.group > 0n && this.group < 100n && this.last !== 'zero'
    if (kind === 'dozen') return this.group > 0n && this.lastScale === null
    return this.group > 0n && (this.lastScale === null || value < this.lastScale)
  }
}

// "two thirds", "one half"; a singular must follow “one”, so "twenty-third" is not a fraction.
function scanParts(text: string, count: ScannedWords): ScannedWords | null {
  const match = matchAt(NEXT_PART, text, count.end)
  const number = Number(count.value.numerator)
  if (!match || number > 9 || (number === 1) === Boolean(match[2])) return null
  const value = partOf(number, match[1] ?? '')
  return value && { value, end: count.end + match[0].length }
}

// "two and a half".
function scanAndPart(text: string, count: ScannedWords): ScannedWords | null {
  const match = matchAt(AND_A_PART, text, count.end)
  if (!match) return null
  const value = partOf(Math.max(1, CARDINALS.indexOf(match[1]?.toLowerCase() ?? '')), match[2] ?? '')
  return value && { value: add(count.value, value), end: count.end + match[0].length }
}

function scanPoint(text: string, whole: ScannedWords): ScannedWords | null {
  let match = matchAt(NEXT_WORD, text, whole.end)
  if (match?.[1]?.toLowerCase() !== 'point') return null
  let end = whole.end
  let digits = ''
  for (;;) {
    const next = matchAt(NEXT_WORD, text, end + match[0].length)
    const digit = CARDINALS.indexOf(next?.[1]?.toLowerCase() ?? '')
    if (!next || digit < 0 || digit > 9) break
    digits += digit
    end += match[0].length
    match = next
  }
  if (digits === '') return null
  return { value: add(whole.value, fromDecimal(`0.${digits}`) ?? ZERO), end: end + match[0].length }
}

function partOf(count: number, word: string): Rational | null {
  const parts = PARTS.get(word.toLowerCase())
  return parts === undefined ? null : rational(count, parts)
}
