/** The numbers below twenty in words; the index of a word is its value. */
export const CARDINALS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
/** Twenty, thirty and so on up to ninety. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** The words for numbers below a hundred that are one word. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...CARDINALS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
])
/** Words that multiply the number before them. */
export const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12, quadrillion: 1e15 },
    ...{ lac: 1e5, lakh: 1e5, lakhs: 1e5, crore: 1e7, crores: 1e7 },
  }),
)
