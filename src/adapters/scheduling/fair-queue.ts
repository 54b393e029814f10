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

/** Limits how many tasks run at once; owners of waiting tasks take turns, so that none can starve another. */
export type FairQueue = ReturnType<typeof createFairQueue>

/** The owner of a waiting task; owners are compared like the keys of a map. */
interface Turn {
  owner: unknown
  signal: AbortSignal
}

/** Creates a queue with this many places. */
export function createFairQueue(room: number) {
  const waiting = createFairLine<unknown, () => void>()
  let running = 0

  function turnOf({ owner, signal }: Turn): Promise<void> {
    signal.throwIfAborted()
    if (running < room) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const leave = waiting.add(owner, () => {
        signal.removeEventListener('abort', giveUp)
        running++
        resolve()
      })
      const giveUp = () => {
        leave()
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  function leave(): void {
    running--
    waiting.next()?.()
  }

  return {
    /** Waits for the owner's turn, and returns what ends it; rejects with the reason of the signal if it aborts before. */
    async enter(turn: Turn): Promise<() => void> {
      await turnOf(turn)
      return leave
    },

    /** Runs a task when it is its owner's turn. */
    async run<Result>(turn: Turn, task: () => PromiseLike<Result>): Promise<Result> {
      await turnOf(turn)
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}
