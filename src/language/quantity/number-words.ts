import { matchAt } from './match-at.ts'
import { add, multiply, type Rational, rational, ZERO } from './rational.ts'
import { fromDecimal } from './rational-decimal.ts'

export interface ScannedWords {
  readonly value: Rational
  readonly end: number
}

const ONES = 'one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const DIGITS = ['zero', ...ONES]
const PARTS = 'half third quarter fifth sixth seventh eighth ninth tenth'.split(' ')

export const SCALES: ReadonlyMap<string, bigint> = new Map([
  ['hundred', 100n],
  ['thousand', 10n ** 3n],
  ['million', 10n ** 6n],
  ['billion', 10n ** 9n],
  ['trillion', 10n ** 12n],
  ['quadrillion', 10n ** 15n],
])

/** The words a number can open with, as patterns; an article does before a few words alone. */
export const OPENING_WORDS = [
  'an?(?= (?:half|quarter|third|hundred|thousand|million|billion|trillion|dozen))',
  'half',
  'quarter',
  'third',
  'zero',
  ...ONES,
  ...TEENS,
  ...TENS,
]

const WORD = /([a-z]+)(?![\p{L}\d])/iuy
const NEXT_WORD = /(?: | ?- ?)([a-z]+)(?![\p{L}\d])/iuy
const NEXT_PART = /(?: |-)([a-z]+?)(s)?(?![\p{L}\d])/iuy
const AND_A_PART = / and (a|an|one|two|three) ([a-z]+?)s?(?![\p{L}\d])/iuy
const FIRST_PART = /(?:(?:an?|one) )?(half|quarter|third)(?: an?(?= ))?(?![\p{L}\d])/iuy
const LONE_ARTICLE = /an? (?=(?:hundred|thousand|million|billion|trillion|dozen)(?![\p{L}\d]))/iuy

/** Reads a number in English words ("forty-two", "two thirds", "a dozen", "three point one"). */
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
      if (!after || rankOf(next)?.kind === undefined || SCALES.has(next)) break
      match[0] += after[0]
      word = next
    }
  }
  return reader.isEmpty ? null : { value: rational(reader.value), end }
}

type Rank = { kind: 'zero' | 'one' | 'teen' | 'ten' | 'hundred' | 'scale' | 'dozen'; value: bigint }

const RANKS: ReadonlyMap<string, Rank> = new Map<string, Rank>([
  ['zero', { kind: 'zero', value: 0n }],
  ['dozen', { kind: 'dozen', value: 12n }],
  ...ONES.map((word, index): [string, Rank] => [word, { kind: 'one', value: BigInt(index + 1) }]),
  ...TEENS.map((word, index): [string, Rank] => [word, { kind: 'teen', value: BigInt(index + 10) }]),
  ...TENS.map((word, index): [string, Rank] => [word, { kind: 'ten', value: BigInt(index + 2) * 10n }]),
  ...[...SCALES].map(([word, value]): [string, Rank] => [
    word,
    { kind: value === 100n ? 'hundred' : 'scale', value },
  ]),
])

function rankOf(word: string): Rank | null {
  return RANKS.get(word) ?? null
}

// Adds up words as long as they go on making one number: "forty two" does, "two forty" does not.
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
    const rank = rankOf(word)
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

// "two thirds", "one half"; a singular part needs one of it, so that "twenty-third" is none.
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
  const value = partOf(Math.max(1, DIGITS.indexOf(match[1]?.toLowerCase() ?? '')), match[2] ?? '')
  return value && { value: add(count.value, value), end: count.end + match[0].length }
}

function scanPoint(text: string, whole: ScannedWords): ScannedWords | null {
  let match = matchAt(NEXT_WORD, text, whole.end)
  if (match?.[1]?.toLowerCase() !== 'point') return null
  let end = whole.end
  let digits = ''
  for (;;) {
    const next = matchAt(NEXT_WORD, text, end + match[0].length)
    const digit = DIGITS.indexOf(next?.[1]?.toLowerCase() ?? '')
    if (!next || digit < 0) break
    digits += digit
    end += match[0].length
    match = next
  }
  if (digits === '') return null
  return { value: add(whole.value, fromDecimal(`0.${digits}`) ?? ZERO), end: end + match[0].length }
}

function partOf(count: number, word: string): Rational | null {
  const name = word.toLowerCase().replace(/^halve$/, 'half')
  const index = PARTS.indexOf(name === 'fourth' ? 'quarter' : name)
  return index < 0 ? null : multiply(rational(count), rational(1, index + 2))
}
