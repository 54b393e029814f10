const SHORTEST = 4
const ALIKE = 0.6
const BEGINNING = 0.8
/** Above every letter's number, so that a pair of letters is one number. */
const LETTERS = 0x110000

/** A word with its pairs of letters: found once, compared often. */
export interface SpelledWord {
  stem: string
  /** Its different pairs of letters, its ends among them, as numbers in order. */
  pairs: number[]
}

/** How alike two words are by their pairs of letters, so that other spellings and endings of a name meet; 0 for most. */
export function likeness(left: SpelledWord, right: SpelledWord): number {
  if (left.stem.length < SHORTEST || right.stem.length < SHORTEST) return 0
  if (left.stem.startsWith(right.stem) || right.stem.startsWith(left.stem)) return BEGINNING
  const [known, other] = [left.pairs.length, right.pairs.length]
  if ((2 * Math.min(known, other)) / (known + other) < ALIKE) return 0
  const share = (2 * sharedBy(left.pairs, right.pairs)) / (known + other)
  return share >= ALIKE ? share : 0
}

/** Says of a word whether any of some words is alike; two that are share a pair of letters, so that most are not looked at. */
export function createLikenessIndex(words: SpelledWord[]): (word: SpelledWord) => boolean {
  const withPair = new Map<number, SpelledWord[]>()
  for (const word of words) {
    for (const pair of word.pairs) {
      const known = withPair.get(pair)
      if (known) known.push(word)
      else withPair.set(pair, [word])
    }
  }
  return (word) => {
    const looked = new Set<SpelledWord>()
    for (const pair of word.pairs) {
      for (const candidate of withPair.get(pair) ?? []) {
        if (looked.has(candidate)) continue
        if (likeness(candidate, word) > 0) return true
        looked.add(candidate)
      }
    }
    return false
  }
}

/** The different pairs of neighbouring letters of a word, its beginning and its end being letters too. */
export function letterPairs(word: string): number[] {
  if (word.length < SHORTEST) return []
  const pairs: number[] = []
  let before = '^'.charCodeAt(0)
  let place = 0
  for (const letter of `${word}$`) {
    insert(pairs, before * LETTERS + letter.codePointAt(0)!)
    before = word.charCodeAt(place++)
  }
  return pairs
}

/** Puts a number into a list in ascending order, unless it is there: for so few, quicker than sorting them. */
function insert(list: number[], value: number): void {
  if (list.includes(value)) return
  let place = list.push(value) - 1
  for (; place > 0 && list[place - 1]! > value; place--) list[place] = list[place - 1]!
  list[place] = value
}

/** How many numbers two lists in ascending order share. */
function sharedBy(left: number[], right: number[]): number {
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
