import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { wholeBody } from './json-body.ts'

/** Rejects requests that arrive while the service is stopping, and asks callers to retry. */
export function refuseWhileStopping(isStopping: () => boolean): MiddlewareHandler<RequestEnvironment> {
  return (context, next) => {
    if (!isStopping()) return next()
    const refuse = async () => {
      const message = 'The service is shutting down. Try again shortly.'
      throw new StrettoError('unavailable', message, { retryAfterSeconds: 5 })
    }
    // Closing a connection with unread bytes resets it, and the response would be lost.
    const { method } = context.req
    return method === 'GET' || method === 'HEAD' ? refuse() : wholeBody(context, refuse)
  }
}
