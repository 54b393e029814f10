/** Values by key, never more than so many: what was used last stays, what was not used for longest goes. */
export interface BoundedCache<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
  entries(): Iterable<[Key, Value]>
}

/**
 * For two values or more. Keeps two generations of half the size. What is used moves into the younger one; when that is full, the older one
 * goes as a whole. The half used last is always there, and a hit costs one look into a map: to put every key last at
 * every use would cost fifteen times as much, and most of these caches hold single words.
 */
export function createBoundedCache<Key, Value>(most: number): BoundedCache<Key, Value> {
  const half = Math.floor(most / 2)
  let younger = new Map<Key, Value>()
  let older = new Map<Key, Value>()

  function set(key: Key, value: Value): void {
    older.delete(key)
    if (younger.size >= half && !younger.has(key)) {
      older = younger
      younger = new Map()
    }
    younger.set(key, value)
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
    delete(key) {
      younger.delete(key)
      older.delete(key)
    },
    *entries() {
      yield* older
      yield* younger
    },
  }
}

/** How much a memoised function keeps; where nothing is said, everything for as long as the function lives. */
export interface MemoiseLimits {
  /** How many values. */
  most?: number
  /** Longer texts are computed anew: they are seldom met again, and a piece of a text keeps the whole text in memory. */
  longestText?: number
}

/** The same function of a text, which computes its value once for as long as it is kept. */
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
