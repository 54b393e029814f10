import type { MiddlewareHandler } from 'hono'
import type { Tracer } from '../../consensus/tracing.ts'
import { knownMethod, matchedRoute, type RequestEnvironment } from '../shared/request-context.ts'

/** Paths that supervisors ask for all the time. */
const UNTRACED = ['/health', '/metrics']

/** Traces every request by the route it matched, as part of the trace that its traceparent header names. */
export function traceRequests(tracer: Tracer, api: 'edge' | 'local'): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    if (UNTRACED.includes(context.req.path)) return next()
    const method = knownMethod(context)
    const request = {
      name: method,
      attributes: {
        'http.request.method': method,
        'stretto.api': api,
        'stretto.request_id': context.get('requestId'),
      },
      traceparent: context.req.header('traceparent'),
      tracestate: context.req.header('tracestate'),
    }
    await tracer.trace(request, async (span) => {
      await next()
      const route = matchedRoute(context)
      const { status } = context.res
      if (route !== null) span.rename(`${method} ${route}`)
      span.note({ 'http.route': route, 'http.response.status_code': status })
      const end = () => span.end(status >= 500 ? String(status) : undefined)
      // A stream has only begun by now.
      const streaming = context.get('streaming')
      if (streaming === undefined) end()
      else streaming.then(end)
    })
  }
}
