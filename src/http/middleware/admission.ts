import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import { roomFor } from '../../tasks/fair-room.ts'
import { lineOf, type RequestEnvironment } from '../shared/request-context.ts'

/** What requests have to wait for. */
export interface Admission {
  /** How many requests may be under way at once. */
  limit: number
  /** For how long a caller's work may wait for its turn, in milliseconds, before its new requests are refused. */
  longestWaitMs: number
  /** Resolves when a request of a caller may be begun. */
  takeTurn: (caller: string) => Promise<void>
  /** For how long a caller's work is waiting. */
  waitOf: (caller: string) => number
}

interface AdmissionParts extends Admission {
  /** Paths that are always answered, however much there is to do. */
  free: string[]
}

const RETRY_AFTER_SECONDS = 2

/** Lets so many requests in at once, each in its caller's turn, and sends others away before they wait for long. */
export function admission({
  limit,
  longestWaitMs,
  free,
  takeTurn,
  waitOf,
}: AdmissionParts): MiddlewareHandler<RequestEnvironment> {
  const held = new Map<string, number>()
  let underWay = 0

  return async (context, next) => {
    const caller = lineOf(context.get('caller'))
    if (free.includes(context.req.path)) {
      // In a line of their own: never behind the caller's other work, and never before that of others without end.
      await takeTurn(`free ${caller}`)
      return next()
    }
    const own = held.get(caller) ?? 0
    if (underWay >= roomFor(own, limit)) throw refusal(`is already answering ${underWay} requests`)
    if (waitOf(caller) > longestWaitMs) throw refusal('is busy with your earlier requests')
    underWay++
    held.set(caller, own + 1)
    try {
      await takeTurn(caller)
      await next()
    } finally {
      underWay--
      const left = held.get(caller)! - 1
      if (left === 0) held.delete(caller)
      else held.set(caller, left)
    }
  }
}

function refusal(why: string): StrettoError {
  const message = `The service ${why}. Try again in ${RETRY_AFTER_SECONDS} s.`
  return new StrettoError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
