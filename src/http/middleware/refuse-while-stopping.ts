import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { wholeBody } from './json-body.ts'

/** Tells requests that come in after the service was told to stop to come back. */
export function refuseWhileStopping(isStopping: () => boolean): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    if (!isStopping()) return next()
    const refuse = async () => {
      const message = 'The service is shutting down. Try again shortly.'
      throw new StrettoError('unavailable', message, { retryAfterSeconds: 5 })
    }
    // A connection that is closed on unread bytes is reset, and the answer is lost with it.
    const { method } = context.req
    return method === 'GET' || method === 'HEAD' ? refuse() : wholeBody(context, refuse)
  }
}
