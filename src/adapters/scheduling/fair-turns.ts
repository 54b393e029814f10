import { createFairLine } from './fair-queue.ts'

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

  /** The time until which work may run in this turn. */
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
