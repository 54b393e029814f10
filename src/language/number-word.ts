const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ROMAN = 'ii iii iv vi vii viii ix'
const ROMAN_VALUES = [2, 3, 4, 6, 7, 8, 9]

/** Numbers by the word for them. “Second” is left out: it is more often a time, a place or a moment. */
const VALUES = new Map<string, number>([
  ...ONES.split(' ').map((word, value) => [word, value] as const),
  ...ORDINALS.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, (index + 2) * 10] as const),
  ...ROMAN.split(' ').map((word, index) => [word, ROMAN_VALUES[index]!] as const),
  ['once', 1],
  ['twice', 2],
])
VALUES.delete('second')

/** The number a folded word stands for, in digits; null when it stands for none. */
export function numberOfWord(word: string): string | null {
  if (/^\d/.test(word)) return word.replace(/^(\d+)(?:st|nd|rd|th|s)$/, '$1')
  const value = VALUES.get(word)
  return value === undefined ? null : String(value)
}

/** Two neighbouring numbers as one where they read as one: “twenty” and “seven”. */
export function joinNumbers(tens: string, ones: string): string | null {
  const [large, small] = [Number(tens), Number(ones)]
  const reads = large >= 20 && large <= 90 && large % 10 === 0 && small >= 1 && small <= 9
  return reads ? String(large + small) : null
}
