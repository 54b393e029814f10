import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

/** Names and addresses alone: what a shell, a page or a log would read something else into is no host. */
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/

/**
 * Refuses requests for a host that cannot be one, and for one that is not ours: with a name made to point at this
 * machine, the page of a stranger would talk to the service as if it were its own.
 */
export function checkHost(isOurs: (host: string) => boolean): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    const host = hostOf(context.req.url)
    if (host === null) {
      const message = 'The Host header names no host. Send the name or address of this service in it.'
      throw new StrettoError('bad_request', message)
    }
    if (!isOurs(host)) {
      const message = `This service listens on a loopback address and does not answer for ${host}. Use localhost, or add the name to ALLOWED_HOSTS.`
      throw new StrettoError('misdirected_request', message)
    }
    await next()
  }
}

/** The host of an address, in lower case and without the port; null when it has none that is valid. */
function hostOf(url: string): string | null {
  const end = url.indexOf('/', url.indexOf('://') + 3)
  const origin = end === -1 ? url : url.slice(0, end)
  if (!URL.canParse(origin)) return null
  const { hostname } = new URL(origin)
  return HOST.test(hostname) ? hostname : null
}
