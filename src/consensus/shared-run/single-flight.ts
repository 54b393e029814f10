import { StrettoError } from '../../contract/error-codes.ts'

interface Flight<Result> {
  result: Promise<Result>
  passengers: number
  cancel: AbortController
}

/** Lets identical requests that are under way at the same time share one run. */
export interface SingleFlight<Result> {
  /** Joins the run of this key, or starts it. The run is cancelled only when its last caller has left. */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Whether a run of this key is under way. */
  has(key: string): boolean
}

/**
 * Creates a registry of runs under way. A failure is passed to all who wait: were each to try again by itself, an outage
 * would cost as many runs as there are callers.
 */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>()

  function takeOff(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const cancel = new AbortController()
    // Wrapped, so that a start that throws fails like one that rejects.
    const result = (async () => start(cancel.signal))()
    const flight: Flight<Result> = { result, passengers: 0, cancel }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.result.then(land, land)
    return flight
  }

  return {
    join(key, signal, start) {
      if (signal.aborted) return Promise.reject(callerLeft(signal))
      const flight = flights.get(key) ?? takeOff(key, start)
      flight.passengers++
      return new Promise((resolve, reject) => {
        const leave = () => {
          flight.passengers--
          if (flight.passengers === 0) {
            // Nobody waits for it any more; who asks from now on starts afresh.
            if (flights.get(key) === flight) flights.delete(key)
            flight.cancel.abort(signal.reason)
          }
          reject(callerLeft(signal))
        }
        signal.addEventListener('abort', leave, { once: true })
        flight.result.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject)
      })
    },

    has: (key) => flights.has(key),
  }
}

/** What a caller who has gone would be told; the reason a signal gives need not even be an error. */
function callerLeft({ reason }: AbortSignal): StrettoError {
  return new StrettoError('cancelled', 'The caller left before the answer was there.', { cause: reason })
}
