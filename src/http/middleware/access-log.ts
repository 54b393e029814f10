import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Log, RequestEnvironment } from '../shared/request-context.ts'

interface AccessLogParts {
  /** Prefix of the route in metrics, to distinguish the two APIs. */
  prefix: string
  log: Log
  onRequest: (request: { method: string; route: string; status: number }) => void
  now: () => number
}

/** Logs and counts every request by the route it matched, never by its path or content. */
export function accessLog({
  prefix,
  log,
  onRequest,
  now,
}: AccessLogParts): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    const startedAt = now()
    await next()
    const matched = routePath(context, -1)
    const route = matched === '/*' || matched === '*' ? 'unmatched' : `${prefix}${matched}`
    const { method } = context.req
    const { status } = context.res
    onRequest({ method: KNOWN_METHODS.has(method) ? method : 'OTHER', route, status })
    log.info(
      {
        request_id: context.get('requestId'),
        method,
        route,
        status,
        duration_ms: Math.round((now() - startedAt) * 100) / 100,
        key: context.get('caller')?.name ?? undefined,
      },
      'request',
    )
  }
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
