import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'

export interface Caller {
  /** Name of the API key; null when none was sent or none is configured. */
  name: string | null
  address: string
  /** Set for the user who runs the service. */
  isOperator?: true
}

export interface RequestEnvironment {
  Variables: {
    requestId: string
    caller: Caller
    /** Charges the caller for additional requests, since a large body counts as several; absent when rate limits are off. */
    charge?: (requests: number) => Promise<void>
    /** Aborted when what is still open must end because the service is stopping. */
    closing: AbortSignal
    /** Resolves when the response has been sent; absent unless it is a stream that a run stands behind. */
    streaming?: Promise<void>
    /** Warnings about fields of the body that were ignored. */
    ignored: string[]
  }
}

/** An API of the service, and what its routes and its middleware get. */
export type Api = OpenAPIHono<RequestEnvironment>
export type ApiContext = Context<RequestEnvironment>
export type ApiMiddleware = MiddlewareHandler<RequestEnvironment>

export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Whose tasks a caller can see: those of its key, or those of all callers without a key. */
export function ownerOf({ name }: Caller): string {
  return name === null ? 'anonymous' : `key:${name}`
}

/** The queue a caller waits in for its turn: one per key, or per address without a key. */
export function queueKeyOf({ name, address }: Caller): string {
  return name === null ? `address:${address}` : `key:${name}`
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The route that a request has matched, never its path; null when there was none. */
export function matchedRoute(context: Context): string | null {
  const matched = routePath(context, -1)
  return matched === '/*' || matched === '*' ? null : matched
}

/** The method of a request, or OTHER: a caller can invent any number of methods. */
export function knownMethod({ req: { method } }: Context): string {
  return KNOWN_METHODS.has(method) ? method : 'OTHER'
}

/** The parts of the server's own response that are used. */
interface NodeResponse {
  writableFinished: boolean
  destroyed: boolean
  /** The request, and what its connection has brought so far. */
  req: { complete: boolean; socket: { bytesRead: number } }
  destroy(): void
  setHeader(name: string, value: string): void
  once(event: 'close', listener: () => void): void
}

/** The server's own response; there is none when an app is called without a server. */
export function responseOf(context: Context): NodeResponse | undefined {
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

/** The number of the last event that a watcher has seen; 0 if it says nothing or no number. */
export function lastSeen(context: Context): number {
  const number = Number(context.req.header('last-event-id'))
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

/** What proxies and tunnels add to the requests that they pass on. */
const ADDED =
  /^(?:forwarded|via|x-forwarded(?:-[a-z]+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cdn-loop|cf-[a-z-]+)$/

/** Whether a proxy has passed a request on, as far as it says so: browsers speak no HTTP/1.0, as old proxies do. */
export function isPassedOn(context: Context): boolean {
  const { httpVersion = '1.1', url = '/' } = context.env?.incoming ?? {}
  return (
    httpVersion === '1.0' ||
    !url.startsWith('/') ||
    Object.keys(context.req.header()).some((name) => ADDED.test(name))
  )
}
