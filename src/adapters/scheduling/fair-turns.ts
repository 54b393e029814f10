import { createFairLine } from './fair-line.ts'

/** Shares the one thread: whoever has much to compute asks for a turn before each piece, and owners take turns. */
export interface FairTurns {
  /** Resolves when the owner may go on for a few milliseconds. */
  take(owner: string): Promise<void>
  /** For how long the owner's work has been waiting for its next turn, in milliseconds. */
  waitOf(owner: string): number
  /** Told of each new connection: the system hands over one in each turn of the event loop, so that work waits for them. */
  onConnection(): void
}

interface TurnParts {
  now: () => number
  /** Calls back in the next turn of the event loop, after what came in from the network. */
  nextTurn: (callback: () => void) => void
}

/** How long work may go on, and how many pieces of it may follow each other, before the network is looked after. */
const SLICE_MS = 2
const MOST_PIECES = 16
/** For how many turns in a row work waits for connections. */
const MOST_CONNECTIONS_FIRST = 64

/**
 * A few milliseconds of work in each turn of the event loop. A loop that is held up lets nobody in, for it accepts one
 * connection a turn; and what five hundred runs have to compute would otherwise be done in one.
 */
export function createFairTurns({ now, nextTurn }: TurnParts): FairTurns {
  const waiting = createFairLine<string, { since: number; go: () => void }>()
  /** Callbacks of the next turn that are still to come; none while nothing is done. */
  let toCome = 0
  let until = 0
  let hasConnection = false
  let connectionsFirst = 0

  /** A callback for each piece: between two of them everything follows that follows from the first. */
  function awaitTurn(): void {
    toCome = MOST_PIECES
    until = Number.NaN
    for (let piece = 0; piece < MOST_PIECES; piece++) nextTurn(onPiece)
  }

  function onPiece(): void {
    if (Number.isNaN(until)) until = beginTurn()
    const next = now() < until ? waiting.next() : undefined
    next?.go()
    // The piece just begun counts as work: who asks next waits for the turn after it.
    if (--toCome === 0 && (next !== undefined || !waiting.isEmpty())) awaitTurn()
  }

  /** Until when there is work in this turn. */
  function beginTurn(): number {
    const isFirst = hasConnection && connectionsFirst < MOST_CONNECTIONS_FIRST
    connectionsFirst = isFirst ? connectionsFirst + 1 : 0
    hasConnection = false
    return isFirst ? 0 : now() + SLICE_MS
  }

  return {
    take(owner) {
      if (toCome === 0) {
        awaitTurn()
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        waiting.add(owner, { since: now(), go: resolve })
      })
    },

    waitOf(owner) {
      const first = waiting.first(owner)
      return first === undefined ? 0 : now() - first.since
    },

    onConnection() {
      hasConnection = true
    },
  }
}
