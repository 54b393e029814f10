/** The numbers below twenty in words; the index of a word is its value. */
export const CARDINALS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
/** Twenty, thirty and so on up to ninety. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** The ordinals up to “twentieth”; the index of a word is its value. */
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
/** The Roman numerals from one to ten. */
const ROMAN = 'i ii iii iv v vi vii viii ix x'.split(' ')
/** Words that multiply the number before them. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['lac', 1e5],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['million', 1e6],
  ['crore', 1e7],
  ['crores', 1e7],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['quadrillion', 1e15],
])

/** Words with a numeric value. “Second” is usually a time, and a single letter is rarely a Roman numeral. */
const VALUES = new Map<string, number>([
  ...CARDINALS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ...ORDINALS.map((word, value) => [word, value] as const).filter(([word]) => word !== 'second'),
  ...ROMAN.map((word, index) => [word, index + 1] as const).filter(([word]) => word.length > 1),
  ['once', 1],
  ['twice', 2],
])
const ORDINAL_DIGITS = /^\d+(?:st|nd|rd|th)$/

/** The value of a folded number word, in digits; null if the word is not a number. */
export function numberFromWord(word: string): string | null {
  if (/^\d/.test(word)) return word.replace(/^(\d+)(?:st|nd|rd|th|s)$/, '$1')
  const value = VALUES.get(word)
  return value === undefined ? null : String(value)
}

/** Whether a folded word is an ordinal: “third”, “3rd”. */
export function isOrdinal(word: string): boolean {
  return ORDINAL_DIGITS.test(word) || ORDINALS.includes(word)
}

/** Joins two adjacent numbers that are read as one, such as “twenty” and “seven”; null if they are not. */
export function joinNumbers(tens: string, ones: string): string | null {
  const [large, small] = [Number(tens), Number(ones)]
  const isOneNumber = large >= 20 && large <= 90 && large % 10 === 0 && small >= 1 && small <= 9
  return isOneNumber ? String(large + small) : null
}
