import { StrettoError } from '../../contract/error-codes.ts'
import { ANSWER_NOW } from '../../engine/index.ts'

interface Flight<Result, Event, Piece> {
  result: Promise<Result>
  passengers: number
  cancel: AbortController
  /** How many of them want the answer now. */
  hurried: number
  answerNow: AbortController
  /** What has happened so far, for those who join later. */
  past: Event[]
  watchers: Set<(event: Event) => void>
  pieceWatchers: Set<(piece: Piece) => void>
}

/** Someone who waits for a run, and may follow it. */
export interface Passenger<Event, Piece = never> {
  /** Aborts when the caller leaves. */
  signal: AbortSignal
  /** Aborts when the caller wants the answer that is there by then. */
  answerNow?: AbortSignal | undefined
  /** Called with every event of the run from its beginning; must not throw. */
  onEvent?: ((event: Event) => void) | undefined
  /** Called with the pieces of texts that arrive from now on; must not throw. */
  onPiece?: ((piece: Piece) => void) | undefined
}

/**
 * Begins a run; the signal aborts when nobody waits for it any more. Where pieces of texts go is null while nobody
 * watches them; the last signal aborts when all who wait want the answer now.
 */
export type Start<Result, Event, Piece = never> = (
  signal: AbortSignal,
  publish: (event: Event) => void,
  showPieces: () => ((piece: Piece) => void) | null,
  answerNow: AbortSignal,
) => Promise<Result>

/** Lets identical requests share a run. All get its failure: retries would cost as many runs as there are callers. */
export function createSingleFlight<Result, Event = never, Piece = never>() {
  type OneFlight = Flight<Result, Event, Piece>
  const flights = new Map<string, OneFlight>()

  function startFlight(key: string, start: Start<Result, Event, Piece>): OneFlight {
    const cancel = new AbortController()
    const answerNow = new AbortController()
    const past: Event[] = []
    const watchers: OneFlight['watchers'] = new Set()
    const pieceWatchers: OneFlight['pieceWatchers'] = new Set()
    const publish = (event: Event) => {
      past.push(event)
      for (const watch of watchers) watch(event)
    }
    const publishPiece = (piece: Piece) => {
      for (const watch of pieceWatchers) watch(piece)
    }
    const showPieces = () => (pieceWatchers.size === 0 ? null : publishPiece)
    // Wrapped, so that a start function that throws fails like one that rejects.
    const result = (async () => start(cancel.signal, publish, showPieces, answerNow.signal))()
    const common = { past, watchers, pieceWatchers }
    const flight: OneFlight = { result, passengers: 0, cancel, hurried: 0, answerNow, ...common }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.result.then(land, land)
    return flight
  }

  /** Nobody is given less than they wait for: all must want the answer now, and who comes later gets another run. */
  function hurry(key: string, flight: OneFlight): void {
    if (flight.hurried < flight.passengers) return
    if (flights.get(key) === flight) flights.delete(key)
    flight.answerNow.abort(ANSWER_NOW)
  }

  return {
    /** Joins the run with this key, or starts it. The run is cancelled only when its last caller has left. */
    join(
      key: string,
      { signal, answerNow, onEvent, onPiece }: Passenger<Event, Piece>,
      start: Start<Result, Event, Piece>,
    ): Promise<Result> {
      if (signal.aborted) return Promise.reject(callerLeft(signal))
      const flight = flights.get(key) ?? startFlight(key, start)
      flight.passengers++
      if (onEvent !== undefined) {
        for (const event of flight.past) onEvent(event)
        flight.watchers.add(onEvent)
      }
      if (onPiece !== undefined) flight.pieceWatchers.add(onPiece)
      const hurryUp = () => {
        flight.hurried++
        hurry(key, flight)
      }
      answerNow?.addEventListener('abort', hurryUp, { once: true })
      return new Promise((resolve, reject) => {
        const leave = () => {
          flight.passengers--
          answerNow?.removeEventListener('abort', hurryUp)
          if (answerNow?.aborted) flight.hurried--
          if (onEvent !== undefined) flight.watchers.delete(onEvent)
          if (onPiece !== undefined) flight.pieceWatchers.delete(onPiece)
          if (flight.passengers === 0) {
            // No caller is waiting any more; the next request starts a new run.
            if (flights.get(key) === flight) flights.delete(key)
            flight.cancel.abort(signal.reason)
          } else hurry(key, flight)
          reject(callerLeft(signal))
        }
        signal.addEventListener('abort', leave, { once: true })
        flight.result.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject)
      })
    },

    has: (key: string) => flights.has(key),
  }
}

/** The error for a caller who has disconnected; the reason of a signal need not be an error. */
function callerLeft({ reason }: AbortSignal): StrettoError {
  return new StrettoError('cancelled', 'The caller disconnected before the answer was ready.', {
    cause: reason,
  })
}
