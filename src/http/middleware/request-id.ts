import type { MiddlewareHandler } from 'hono'
import { setHeader } from '../shared/node-response.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

const ACCEPTABLE = /^[\w.:-]{1,128}$/

/** Gives every request an id, the caller's own if it is valid, and returns it in a response header. */
export function requestId(newId: () => string): MiddlewareHandler<RequestEnvironment> {
  return (context, next) => {
    const given = context.req.header('x-request-id')
    const id = given !== undefined && ACCEPTABLE.test(given) ? given : newId()
    context.set('requestId', id)
    setHeader(context, 'X-Request-Id', id)
    return next()
  }
}
