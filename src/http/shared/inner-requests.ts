import type { Context } from 'hono'

const inner = new WeakSet<Request>()

/** Marks a request that the service sends to itself for one that has been admitted and counted already. */
export function asInner(request: Request): Request {
  inner.add(request)
  return request
}

/** Whether the service has sent a request to itself. */
export function isInner({ req }: Context): boolean {
  return inner.has(req.raw)
}
