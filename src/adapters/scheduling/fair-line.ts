/** Those who wait, in a line for each owner; owners take turns, so that none can starve another. */
export interface FairLine<Owner, Item> {
  /** Puts an item at the end of its owner's line; the returned function takes it out again. */
  add(owner: Owner, item: Item): () => void
  /** Takes out the item whose turn it is; undefined when nobody waits. */
  next(): Item | undefined
  /** The item that is next in an owner's line; undefined when none is. */
  first(owner: Owner): Item | undefined
  isEmpty(): boolean
}

/** Begins with nobody waiting. */
export function createFairLine<Owner, Item>(): FairLine<Owner, Item> {
  // Owners in the order of their turns.
  const lines = new Map<Owner, Set<{ item: Item }>>()

  return {
    add(owner, item) {
      const line = lines.get(owner) ?? new Set()
      const place = { item }
      lines.set(owner, line.add(place))
      return () => {
        line.delete(place)
        if (line.size === 0 && lines.get(owner) === line) lines.delete(owner)
      }
    },

    next() {
      const [first] = lines
      if (first === undefined) return undefined
      const [owner, line] = first
      const [place] = line
      line.delete(place!)
      // Behind all others, if it has more.
      lines.delete(owner)
      if (line.size > 0) lines.set(owner, line)
      return place!.item
    },

    first(owner) {
      const [place] = lines.get(owner) ?? []
      return place?.item
    },

    isEmpty: () => lines.size === 0,
  }
}
