import { StrettoError } from '../../contract/error-codes.ts'

interface Flight<Result> {
  result: Promise<Result>
  passengers: number
  cancel: AbortController
}

/** Lets identical concurrent requests share one run. */
export interface SingleFlight<Result> {
  /** Joins the run with this key, or starts it. The run is cancelled only when its last caller has left. */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Whether a run with this key is in progress. */
  has(key: string): boolean
}

/**
 * Creates a registry of runs in progress. A failure is passed to all waiting callers: if each of them retried, an
 * outage would cost as many runs as there are callers.
 */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>()

  function startFlight(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const cancel = new AbortController()
    // Wrapped, so that a start function that throws fails like one that rejects.
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
      const flight = flights.get(key) ?? startFlight(key, start)
      flight.passengers++
      return new Promise((resolve, reject) => {
        const leave = () => {
          flight.passengers--
          if (flight.passengers === 0) {
            // No caller is waiting any more; the next request starts a new run.
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

/** The error for a caller who has disconnected; the reason of a signal need not be an error. */
function callerLeft({ reason }: AbortSignal): StrettoError {
  return new StrettoError('cancelled', 'The caller disconnected before the answer was ready.', {
    cause: reason,
  })
}
