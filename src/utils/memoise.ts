import { LRUCache } from 'lru-cache'

/** Limits on what a memoised function remembers; without them, it remembers everything. */
interface MemoiseLimits {
  most?: number
  /** Longer texts are not remembered: they rarely recur, and a substring keeps its whole text in memory. */
  longestText?: number
}

/** The same function, with its results remembered. */
export function memoise<Value>(
  compute: (text: string) => Value,
  { most, longestText = Number.POSITIVE_INFINITY }: MemoiseLimits = {},
): (text: string) => Value {
  // The values are in lists because null is one too.
  const known = most === undefined ? new Map<string, [Value]>() : new LRUCache<string, [Value]>({ max: most })
  return (text) => {
    if (text.length > longestText) return compute(text)
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered[0]
    const value = compute(text)
    known.set(text, [value])
    return value
  }
}
