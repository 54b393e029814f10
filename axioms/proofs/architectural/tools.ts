// What the proofs of level 5 share.

/** The value of a formula as written in a statement, such as `floor(n/2) + 1`, for given values of its letters. */
export function formula(text: string, values: Record<string, number>): number {
  const expression = text.replaceAll('^', '**').replaceAll('floor', 'Math.floor')
  return Number(new Function(...Object.keys(values), `return ${expression}`)(...Object.values(values)))
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A small number written as a word. */
export function number(word: string): number {
  return WORDS.indexOf(word)
}

/** Numbers from 0 up to 1 that look random and are the same every time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The whole numbers from 0 up to a bound, the bound left out. */
export function upTo(bound: number): number[] {
  return Array.from({ length: bound }, (_, index) => index)
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Every sequence of a length over some values. */
export function sequences<T>(values: T[], length: number): T[][] {
  if (length === 0) return [[]]
  return sequences(values, length - 1).flatMap((start) => values.map((value) => [...start, value]))
}

/** Every subset of a size. */
export function subsets<T>(values: T[], size: number): T[][] {
  if (size === 0) return [[]]
  return values.flatMap((value, index) =>
    subsets(values.slice(index + 1), size - 1).map((rest) => [value, ...rest]),
  )
}

/** Every order of some values. */
export function orders<T>(values: T[]): T[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((value, index) =>
    orders(values.filter((_, other) => other !== index)).map((rest) => [value, ...rest]),
  )
}

/** Every way to run two sequences of steps as one, the order within each kept. */
export function interleavings<T>([first, ...firstRest]: T[], second: T[]): T[][] {
  if (first === undefined) return [second]
  const [head, ...secondRest] = second
  if (head === undefined) return [[first, ...firstRest]]
  return [
    ...interleavings(firstRest, second).map((rest) => [first, ...rest]),
    ...interleavings([first, ...firstRest], secondRest).map((rest) => [head, ...rest]),
  ]
}

type Policy = 'FIFO' | 'LRU'

/** How often a cache that starts empty misses. */
export function misses(requests: number[], { policy, room }: { policy: string; room: number }): number {
  const kept: number[] = []
  let count = 0
  for (const request of requests) {
    const place = kept.indexOf(request)
    if (place < 0) {
      count++
      if (kept.length === room) kept.shift()
      kept.push(request)
    } else if ((policy as Policy) === 'LRU') kept.push(...kept.splice(place, 1))
  }
  return count
}
