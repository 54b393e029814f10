import Fraction from 'fraction.js'
import { CARDINALS, SCALES, TENS } from '../number-words.ts'
import { matchAt } from './match-at.ts'

const VALUES = new Map([
  ...CARDINALS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
])

const WORD = /(?: and |[ -])?([a-z]+)(?![\p{L}\d])/iuy
const ARTICLE = new RegExp(`an?(?= (?:${[...SCALES.keys()].join('|')})(?![\\p{L}\\d]))`, 'iuy')

/**
 * Scans a number in English words: "forty-two", "a million". Words are added up as long as they form one number: "forty two"
 * is one, "two forty" is not.
 */
export function scanNumberWords(text: string, start: number): { value: Fraction; end: number } | null {
  let end = start
  let [total, group] = [0, 0]
  // What comes next must be less than this, and a scale less than the last one.
  let [room, lastScale] = [100, Number.POSITIVE_INFINITY]
  for (;;) {
    const match = matchAt(WORD, text, end)
    const isOpening = end === start
    if (!match || /^\P{L}/u.test(match[0]) === isOpening) break
    const word = match[1]!.toLowerCase()
    const scale = SCALES.get(word) ?? 0
    const value = isOpening && matchAt(ARTICLE, text, start) ? 1 : VALUES.get(word)
    if (match[0].startsWith(' and ') && (room < 100 || scale > 0)) break
    if (scale === 100 && group > 0 && group < 100) [group, room] = [group * 100, 100]
    else if (scale > 100 && group > 0 && scale < lastScale)
      [total, group, room, lastScale] = [total + group * scale, 0, 100, scale]
    else if (value !== undefined && value < room && (value > 0 || isOpening))
      [group, room] = [group + value, value >= 20 ? 10 : 0]
    else break
    end += match[0].length
  }
  const sum = total + group
  return end === start || !Number.isSafeInteger(sum) ? null : { value: new Fraction(sum), end }
}
