import type { MiddlewareHandler } from 'hono'
import type { ApiServices } from '../shared/api-services.ts'
import { knownMethod, matchedRoute } from '../shared/matched-route.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

/** Logs and counts every request by the route it matched, never by its path or content; the prefix tells the APIs apart. */
export function accessLog(
  { log, metrics, now }: Pick<ApiServices, 'log' | 'metrics' | 'now'>,
  prefix: string,
): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    const startedAt = now()
    await next()
    const matched = matchedRoute(context)
    const route = matched === null ? 'unmatched' : `${prefix}${matched}`
    const { method } = context.req
    const { status } = context.res
    metrics.requestEnd({ method: knownMethod(context), route, status })
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
