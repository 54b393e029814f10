import { StrettoError } from '../../contract/error-codes.ts'
import { capacityFor } from '../../tasks/fair-capacity.ts'
import { type ApiMiddleware, queueKeyOf } from '../shared/request-context.ts'

export interface Admission {
  limit: number
  /** How long a caller's work may wait for its turn, in milliseconds, before its new requests are refused. */
  longestWaitMs: number
  takeTurn: (caller: string) => Promise<void>
  /** How long a caller's work has been waiting, in milliseconds. */
  waitOf: (caller: string) => number
}

const RETRY_AFTER_SECONDS = 2

/** Limits concurrent requests, lets callers take turns, and refuses requests that would wait too long; free paths are always answered. */
export function admission(
  { limit, longestWaitMs, takeTurn, waitOf }: Admission,
  free: string[],
): ApiMiddleware {
  const places = createPlaces(limit)

  return async (context, next) => {
    const caller = queueKeyOf(context.get('caller'))
    if (free.includes(context.req.path)) {
      // In a separate queue: never behind the caller's other work, and never able to starve other callers.
      await takeTurn(`free ${caller}`)
      return next()
    }
    if (waitOf(caller) > longestWaitMs) throw refusal('is busy with your earlier requests')
    const release = places.take(caller, (taken) => `is already answering ${taken} requests`)
    try {
      await takeTurn(caller)
      await next()
    } finally {
      // A stream has only begun by now; it counts until it ends.
      const streaming = context.get('streaming')
      if (streaming === undefined) release()
      else streaming.then(release)
    }
  }
}

/** So many places, of which one caller cannot take the last. */
export function createPlaces(limit: number) {
  const held = new Map<string, number>()
  let taken = 0
  return {
    /** Takes a place, and returns what frees it; refuses, and says why, when there is none for this caller. */
    take(caller: string, why: (taken: number) => string): () => void {
      const own = held.get(caller) ?? 0
      if (taken >= capacityFor(own, limit)) throw refusal(why(taken))
      taken++
      held.set(caller, own + 1)
      return () => {
        taken--
        const left = held.get(caller)! - 1
        if (left === 0) held.delete(caller)
        else held.set(caller, left)
      }
    },
  }
}

function refusal(why: string): StrettoError {
  const message = `The service ${why}. Try again in ${RETRY_AFTER_SECONDS} s.`
  return new StrettoError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
