/** A map of limited size; entries that have not been used recently are evicted. */
export interface BoundedCache<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
  entries(): Iterable<[Key, Value]>
}

/**
 * Creates a cache for values of this total weight, at least twice that of a value; heavier values are not kept. By
 * default every value weighs 1. It keeps two generations of half the weight: an entry that is used moves to the younger
 * generation, and when that is full, the older one is dropped. So the most recently used half is always kept, and a hit
 * usually costs one lookup, without the cost of keeping an exact order.
 */
export function createBoundedCache<Key, Value>(
  most: number,
  weigh: (value: Value) => number = () => 1,
): BoundedCache<Key, Value> {
  const half = Math.floor(most / 2)
  let younger = new Map<Key, Value>()
  let older = new Map<Key, Value>()
  let weight = 0

  function set(key: Key, value: Value): void {
    remove(key)
    const added = weigh(value)
    if (added > half) return
    if (weight + added > half) {
      older = younger
      younger = new Map()
      weight = 0
    }
    younger.set(key, value)
    weight += added
  }

  function remove(key: Key): void {
    const value = younger.get(key)
    if (value !== undefined && younger.delete(key)) weight -= weigh(value)
    older.delete(key)
  }

  return {
    get(key) {
      const recent = younger.get(key)
      if (recent !== undefined) return recent
      const value = older.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    delete: remove,
    *entries() {
      yield* older
      yield* younger
    },
  }
}

/** Limits on what a memoised function remembers; without them, it remembers everything. */
export interface MemoiseLimits {
  /** The maximum number of values. */
  most?: number
  /** Longer texts are not remembered: they rarely recur, and a substring keeps its whole text in memory. */
  longestText?: number
}

/** The same function, with its results remembered. */
export function memoise<Value>(
  compute: (text: string) => Value,
  { most = Number.POSITIVE_INFINITY, longestText = Number.POSITIVE_INFINITY }: MemoiseLimits = {},
): (text: string) => Value {
  const known = createBoundedCache<string, Value>(most)
  return (text) => {
    if (text.length > longestText) return compute(text)
    const value = known.get(text)
    if (value !== undefined) return value
    const computed = compute(text)
    known.set(text, computed)
    return computed
  }
}
