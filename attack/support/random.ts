/** Random numbers that are reproducible for the same seed. */
export interface Random {
  /** A whole number from 0 up to, but not including, a limit. */
  below(limit: number): number
  /** A whole number in a range, both ends included. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  bytes(length: number): Buffer
}

/** Creates a random number generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (items) => items[below(items.length)]!,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
