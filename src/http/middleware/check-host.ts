import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

/** Accepts names and addresses only, nothing that a shell, a web page or a log could misinterpret. */
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/

/**
 * Rejects requests with an invalid host, or with a host that is not ours. This prevents DNS rebinding: a foreign web
 * page whose name resolves to this machine could otherwise call the service.
 */
export function checkHost(isOurs: (host: string) => boolean): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    const host = hostOf(context.req.url)
    if (host === null) {
      const message = 'The Host header is not a valid host. Send the name or address of this service.'
      throw new StrettoError('bad_request', message)
    }
    if (!isOurs(host)) {
      const message = `This service listens on a loopback address and does not serve the host ${host}. Use localhost, or add the name to ALLOWED_HOSTS.`
      throw new StrettoError('misdirected_request', message)
    }
    await next()
  }
}

/** The host of a URL, in lower case and without the port; null when it is invalid. */
function hostOf(url: string): string | null {
  const end = url.indexOf('/', url.indexOf('://') + 3)
  const origin = end === -1 ? url : url.slice(0, end)
  if (!URL.canParse(origin)) return null
  const { hostname } = new URL(origin)
  return HOST.test(hostname) ? hostname : null
}
