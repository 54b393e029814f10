import type { MiddlewareHandler } from 'hono'
import { knownMethod, matchedRoute } from '../shared/matched-route.ts'
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
    const matched = matchedRoute(context)
    const route = matched === null ? 'unmatched' : `${prefix}${matched}`
    const { method } = context.req
    const { status } = context.res
    onRequest({ method: knownMethod(context), route, status })
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
