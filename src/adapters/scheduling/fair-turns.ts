/** Creates an empty line of waiting items, with one queue per owner; owners take turns, so that none can starve another. */
function createFairLine<Owner, Item>() {
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

    first(owner: Owner): Item | undefined {
      const [place] = lines.get(owner) ?? []
      return place?.item
    },

    size: () => size,
  }
}

export type FairQueue = ReturnType<typeof createFairQueue>

/** Who waits; owners are compared like the keys of a map. */
interface QueuedTask {
  owner: unknown
  signal: AbortSignal
}

/** Limits how many tasks run at once; owners of waiting tasks take turns, so that none can starve another. */
export function createFairQueue(room: number) {
  const waiting = createFairLine<unknown, () => void>()
  let running = 0

  /** Takes a place; the returned function, which may be called again, leaves it. */
  function take(): () => void {
    let isTaken = true
    running++
    return () => {
      if (!isTaken) return
      isTaken = false
      running--
      waiting.next()?.()
    }
  }

  /** Waits for the owner's turn, and returns what ends it; rejects with the reason of the signal if it aborts before. */
  async function enter({ owner, signal }: QueuedTask): Promise<() => void> {
    signal.throwIfAborted()
    if (running < room) return take()
    return new Promise((resolve, reject) => {
      const withdraw = waiting.add(owner, () => {
        signal.removeEventListener('abort', giveUp)
        resolve(take())
      })
      const giveUp = () => {
        withdraw()
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    enter,

    async run<Result>(queued: QueuedTask, task: () => PromiseLike<Result>): Promise<Result> {
      const leave = await enter(queued)
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}

interface TurnParts {
  now: () => number
  /** Calls back in the next turn of the event loop, after network events. */
  nextTurn: (callback: () => void) => void
}

/** How long work may continue, and how many pieces in a row, before network events are handled. */
const SLICE_MS = 2
const MOST_PIECES = 16
/** For how many turns in a row work yields to connections. */
const MOST_CONNECTIONS_FIRST = 64

/**
 * Shares the single thread: long computations ask for a turn before each piece, and owners take turns. A few milliseconds
 * of work are done per turn of the event loop: a blocked loop accepts no connections, since it accepts one per turn, and
 * the work of five hundred runs would otherwise be done in a single turn.
 */
export function createFairTurns({ now, nextTurn }: TurnParts) {
  const waiting = createFairLine<string, { since: number; go: () => void }>()
  /** Pending callbacks of the next turn; zero while idle. */
  let toCome = 0
  let until = 0
  let hasConnection = false
  let connectionsFirst = 0

  /** One callback per waiting piece: between two of them, everything that the first one triggered can run. */
  function awaitTurn(): void {
    until = Number.NaN
    toCome = Math.max(1, Math.min(waiting.size(), MOST_PIECES))
    for (let piece = 0; piece < toCome; piece++) nextTurn(onPiece)
  }

  function onPiece(): void {
    if (Number.isNaN(until)) until = beginTurn()
    const next = now() < until ? waiting.next() : undefined
    next?.go()
    // The piece just started counts as work: the next request waits for the following turn.
    if (--toCome === 0 && (next !== undefined || waiting.size() > 0)) awaitTurn()
  }

  /** A piece that comes before the next turn has begun may still be part of it. */
  function joinTurn(): void {
    if (!Number.isNaN(until) || toCome >= waiting.size() || toCome === MOST_PIECES) return
    toCome++
    nextTurn(onPiece)
  }

  function beginTurn(): number {
    const isFirst = hasConnection && connectionsFirst < MOST_CONNECTIONS_FIRST
    connectionsFirst = isFirst ? connectionsFirst + 1 : 0
    hasConnection = false
    return isFirst ? 0 : now() + SLICE_MS
  }

  return {
    /** Resolves when the owner may compute for a few milliseconds. */
    take(owner: string): Promise<void> {
      if (toCome === 0) {
        awaitTurn()
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        waiting.add(owner, { since: now(), go: resolve })
        joinTurn()
      })
    },

    /** How long the owner's work has been waiting for its next turn, in milliseconds. */
    waitOf(owner: string): number {
      const first = waiting.first(owner)
      return first === undefined ? 0 : now() - first.since
    },

    /** Called for each new connection: the system delivers one per turn of the event loop, so work waits for them. */
    onConnection() {
      hasConnection = true
    },
  }
}

const MOST_BEGUN = 8

/** Begins work at once, but only so much in a turn of the event loop, which hundreds of replies would otherwise block. */
export function fewAtATime(): (begin: () => void) => void {
  const waiting: Array<() => void> = []
  let begun = 0

  function nextTurn(): void {
    begun = 0
    while (waiting.length > 0 && begun < MOST_BEGUN) {
      begun++
      waiting.shift()!()
    }
    if (begun > 0) setImmediate(nextTurn)
  }

  return (begin) => {
    if (begun === 0) setImmediate(nextTurn)
    if (begun === MOST_BEGUN) return void waiting.push(begin)
    begun++
    begin()
  }
}

/** So many bytes of all bodies are read in a turn of the event loop: a few bytes may be an event, and many block it. */
const TURN_BYTES = 16 * 1024
/** What a chunk costs, as bytes, however small it is. */
const CHUNK_BYTES = 32

export type ReadingTurns = ReturnType<typeof createReadingTurns>

/** Shares the event loop among the bodies that are read. A turn belongs to who waits first: in a worker, to one object. */
export function createReadingTurns() {
  const waiting: Array<() => unknown> = []
  let room = TURN_BYTES
  return {
    /** Of many replies that arrive together, a few are read in each turn. */
    begin: fewAtATime(),
    hasRoom: () => room > 0,
    spend(bytes: number): void {
      room -= bytes + CHUNK_BYTES
    },
    next(go: () => unknown): void {
      if (waiting.push(go) > 1) return
      setImmediate(() => {
        room = TURN_BYTES
        for (const next of waiting.splice(0)) next()
      })
    },
  }
}
