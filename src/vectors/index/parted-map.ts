import { stableHash } from '../../utils/stable-hash.ts'

/** A million entries make 4,000 in each part. */
const PARTS = 256

/** A map for very many entries. */
export interface PartedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
  keys(): Iterable<Key>
  size(): number
}

/** Keeps entries in parts, because a Map that is full arranges all its entries anew: with a million, for a tenth of a second. */
export function createPartedMap<Key extends string | number, Value>(): PartedMap<Key, Value> {
  const parts = Array.from({ length: PARTS }, () => new Map<Key, Value>())
  // A hash fills the parts unevenly, so that they are not full at the same time.
  const partOf = (key: Key) => parts[stableHash(String(key)) % PARTS]!

  return {
    get: (key) => partOf(key).get(key),
    set: (key, value) => void partOf(key).set(key, value),
    delete: (key) => void partOf(key).delete(key),
    *keys() {
      for (const part of parts) yield* part.keys()
    },
    size: () => parts.reduce((sum, part) => sum + part.size, 0),
  }
}
