/**
 * A 32-bit hash of a text (FNV-1a with a final mix), the same on every machine. It replaces randomness where the
 * engine must shuffle fairly and still produce the same result for the same panel.
 */
export function stableHash(text: string): number {
  return mixed(hashOn(START, text))
}

const START = 0x811c9dc5

/** Goes on with a hash; that of a long text is computed once and continued by several others. */
function hashOn(begun: number, text: string): number {
  let hash = begun
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash
}

function mixed(begun: number): number {
  let hash = begun ^ (begun >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The items in an order that depends only on the seed and on the items, never on their original order. */
export function stableShuffle<Item>(items: Item[], keyOf: (item: Item) => string, seed: string): Item[] {
  const seeded = hashOn(START, `${seed}\u0000`)
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .map(({ item, key }) => ({ item, key, rank: mixed(hashOn(seeded, key)) }))
    .sort(
      (left, right) => left.rank - right.rank || (left.key < right.key ? -1 : left.key > right.key ? 1 : 0),
    )
    .map(({ item }) => item)
}
