/** The numbers below twenty in words, each at the place of its value. */
export const CARDINALS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
/** Twenty, thirty and so on up to ninety. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** The ranks up to the twentieth, each at the place of its value. */
export const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
/** Roman numbers from one on. */
export const ROMAN = 'i ii iii iv v vi vii viii ix x'.split(' ')
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

/** Words that are numbers by themselves. “Second” is more often a time; a single letter is seldom a Roman number. */
const VALUES = new Map<string, number>([
  ...CARDINALS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ...ORDINALS.map((word, value) => [word, value] as const).filter(([word]) => word !== 'second'),
  ...ROMAN.map((word, index) => [word, index + 1] as const).filter(([word]) => word.length > 1),
  ['once', 1],
  ['twice', 2],
])
const ORDINAL_DIGITS = /^\d+(?:st|nd|rd|th)$/

/** The number a folded word stands for, in digits; null when it stands for none. */
export function numberOfWord(word: string): string | null {
  if (/^\d/.test(word)) return word.replace(/^(\d+)(?:st|nd|rd|th|s)$/, '$1')
  const value = VALUES.get(word)
  return value === undefined ? null : String(value)
}

/** Whether a folded word is a rank: “third”, “3rd”. */
export function isOrdinal(word: string): boolean {
  return ORDINAL_DIGITS.test(word) || ORDINALS.includes(word)
}

/** Two neighbouring numbers as one where they read as one: “twenty” and “seven”. */
export function joinNumbers(tens: string, ones: string): string | null {
  const [large, small] = [Number(tens), Number(ones)]
  const reads = large >= 20 && large <= 90 && large % 10 === 0 && small >= 1 && small <= 9
  return reads ? String(large + small) : null
}
