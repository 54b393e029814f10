/** Creates an empty line of waiting items, with one queue per owner; owners take turns, so that none can starve another. */
export function createFairLine<Owner, Item>() {
  // Owners in the order of their turns.
  const lines = new Map<Owner, Set<{ item: Item }>>()
  let size = 0

  return {
    /** Appends an item to its owner's queue; the returned function removes it again. */
    add(owner: Owner, item: Item): () => void {
      const line = lines.get(owner) ?? new Set()
      const place = { item }
      lines.set(owner, line.add(place))
      size++
      return () => {
        if (!line.delete(place)) return
        size--
        if (line.size === 0 && lines.get(owner) === line) lines.delete(owner)
      }
    },

    /** Removes and returns the item whose turn it is; undefined when nothing is waiting. */
    next(): Item | undefined {
      const [first] = lines
      if (first === undefined) return undefined
      const [owner, line] = first
      const [place] = line
      line.delete(place!)
      size--
      // Behind all others, if it has more items.
      lines.delete(owner)
      if (line.size > 0) lines.set(owner, line)
      return place!.item
    },

    /** The next item in an owner's queue; undefined when there is none. */
    first(owner: Owner): Item | undefined {
      const [place] = lines.get(owner) ?? []
      return place?.item
    },

    /** How many items are waiting. */
    size: () => size,
  }
}
