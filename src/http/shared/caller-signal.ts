import type { Context } from 'hono'

/** The part of a server's response that tells when its connection closed. */
interface Outgoing {
  writableFinished: boolean
  once(event: 'close', listener: () => void): void
}

/** Aborts when the caller leaves before the response is complete. */
export function callerSignal(context: Context): AbortSignal {
  const { outgoing } = (context.env ?? {}) as { outgoing?: Outgoing }
  if (outgoing === undefined) return context.req.raw.signal
  // The signal of the request would make the server build a whole Request object for it.
  const left = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort()
  })
  return left.signal
}
