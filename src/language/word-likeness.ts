const MINIMUM_LENGTH = 4
const MINIMUM_LIKENESS = 0.6
const PREFIX_LIKENESS = 0.8
/** The number of Unicode code points, so that a pair of letters can be stored as one number. */
const CODE_POINTS = 0x110000

/** A word with its letter pairs, computed once and compared often. */
export interface SpelledWord {
  stem: string
  /** Its distinct letter pairs, including those with the start and the end of the word, as sorted numbers. */
  pairs: number[]
}

/** How similar two words are by their letter pairs, so that other spellings of a name match; 0 for most words. */
export function likeness(left: SpelledWord, right: SpelledWord): number {
  if (left.stem.length < MINIMUM_LENGTH || right.stem.length < MINIMUM_LENGTH) return 0
  if (left.stem.startsWith(right.stem) || right.stem.startsWith(left.stem)) return PREFIX_LIKENESS
  const [known, other] = [left.pairs.length, right.pairs.length]
  if ((2 * Math.min(known, other)) / (known + other) < MINIMUM_LIKENESS) return 0
  const share = (2 * countShared(left.pairs, right.pairs)) / (known + other)
  return share >= MINIMUM_LIKENESS ? share : 0
}

/** Finds out whether any of these words is similar to another; most need no comparison, having no letter pair in common. */
export function createLikenessIndex(words: SpelledWord[]): (word: SpelledWord) => boolean {
  const wordsByPair = new Map<number, SpelledWord[]>()
  for (const word of words) {
    for (const pair of word.pairs) {
      const known = wordsByPair.get(pair)
      if (known) known.push(word)
      else wordsByPair.set(pair, [word])
    }
  }
  return (word) => {
    const compared = new Set<SpelledWord>()
    for (const pair of word.pairs) {
      for (const candidate of wordsByPair.get(pair) ?? []) {
        if (compared.has(candidate)) continue
        if (likeness(candidate, word) > 0) return true
        compared.add(candidate)
      }
    }
    return false
  }
}

/** The distinct pairs of adjacent letters in a word; its start and its end count as letters. */
export function letterPairs(word: string): number[] {
  if (word.length < MINIMUM_LENGTH) return []
  const pairs: number[] = []
  let before = '^'.charCodeAt(0)
  let place = 0
  for (const letter of `${word}$`) {
    insert(pairs, before * CODE_POINTS + letter.codePointAt(0)!)
    before = word.charCodeAt(place++)
  }
  return pairs
}

/** Inserts a number into a sorted list unless it is already there; for short lists this is faster than sorting. */
function insert(list: number[], value: number): void {
  if (list.includes(value)) return
  let place = list.push(value) - 1
  for (; place > 0 && list[place - 1]! > value; place--) list[place] = list[place - 1]!
  list[place] = value
}

/** How many numbers two sorted lists have in common; bags of hashes have their own, as one for both is half as fast. */
function countShared(left: number[], right: number[]): number {
  let shared = 0
  let [one, other] = [0, 0]
  while (one < left.length && other < right.length) {
    const difference = left[one]! - right[other]!
    if (difference === 0) shared++
    if (difference <= 0) one++
    if (difference >= 0) other++
  }
  return shared
}
