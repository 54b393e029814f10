import type { MiddlewareHandler } from 'hono'
import type { RequestEnvironment } from '../shared/request-context.ts'

const ACCEPTABLE = /^[\w.:-]{1,128}$/

/** Gives every request an id, the caller's own if it is valid, and returns it in a response header. */
export function requestId(newId: () => string): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    const given = context.req.header('x-request-id')
    const id = given !== undefined && ACCEPTABLE.test(given) ? given : newId()
    context.set('requestId', id)
    context.header('X-Request-Id', id)
    await next()
  }
}
