import type { Context } from 'hono'

/** The parts of the server's own response that are used; there is none when an app is called without a server. */
interface NodeResponse {
  writableFinished: boolean
  destroyed: boolean
  setHeader(name: string, value: string): void
  once(event: 'close', listener: () => void): void
}

function responseOf(context: Context): NodeResponse | undefined {
  return (context.env as { outgoing?: NodeResponse } | undefined)?.outgoing
}

/** Sets a header on every response to this request, also if it fails. Far cheaper than a `Headers` object. */
export function setHeader(context: Context, name: string, value: string): void {
  const response = responseOf(context)
  if (response === undefined) context.header(name, value)
  else response.setHeader(name, value)
}

/** Aborts when the caller leaves before the response is complete. */
export function callerSignal(context: Context): AbortSignal {
  const response = responseOf(context)
  // The signal of the request would make the server build a whole Request object for it.
  if (response === undefined) return context.req.raw.signal
  const left = new AbortController()
  const leave = () => {
    if (!response.writableFinished) left.abort()
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return left.signal
}
