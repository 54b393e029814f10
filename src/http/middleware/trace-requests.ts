import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import { endSpan, tracer } from '../../consensus/trace-run.ts'
import { knownMethod, matchedRoute, type RequestEnvironment } from '../shared/request-context.ts'

/** Paths that supervisors ask for all the time. */
const UNTRACED = ['/health', '/metrics']

/** Traces every request by the route it matched, as part of the trace that its traceparent header names. */
export function traceRequests(api: 'edge' | 'local'): MiddlewareHandler<RequestEnvironment> {
  return async (request, next) => {
    if (UNTRACED.includes(request.req.path)) return next()
    const method = knownMethod(request)
    const outside = propagation.extract(ROOT_CONTEXT, {
      traceparent: request.req.header('traceparent'),
      tracestate: request.req.header('tracestate'),
    })
    const attributes = {
      'http.request.method': method,
      'stretto.api': api,
      'stretto.request_id': request.get('requestId'),
    }
    const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, outside)
    await context.with(trace.setSpan(outside, span), next)
    const route = matchedRoute(request)
    const { status } = request.res
    if (route !== null) span.updateName(`${method} ${route}`)
    span.setAttributes({ 'http.route': route ?? undefined, 'http.response.status_code': status })
    const end = () => endSpan(span, status >= 500 ? String(status) : undefined)
    // A stream has only begun by now.
    const streaming = request.get('streaming')
    if (streaming === undefined) end()
    else streaming.then(end)
  }
}
