import { context as active, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import { endSpan, tracer } from '../../consensus/trace-run.ts'
import { shuttingDown } from '../../contract/error-codes.ts'
import { createApi } from '../documentation/api-routes.ts'
import { documentationPaths } from '../documentation/documentation.ts'
import type { ApiServices } from '../shared/api-services.ts'
import { answerErrors } from '../shared/error-response.ts'
import { mountProbes } from '../shared/probes.ts'
import { type ApiMiddleware, knownMethod, matchedRoute, setHeader } from '../shared/request-context.ts'
import { admission } from './admission.ts'
import { identify } from './authenticate.ts'
import { checkHost, crossOrigin } from './hosts-and-origins.ts'
import { wholeBody } from './json-body.ts'
import { rateLimit } from './rate-limit.ts'

/** What is answered whatever the load, and counted by no rate limit. */
const FREE = ['/', '/health', '/metrics']

/** An app without routes, and what every request to it passes first. No rate limit counts requests for `pages`. */
export function createGuardedApi(
  services: ApiServices,
  { api, pages }: { api: 'edge' | 'local'; pages: string[] },
) {
  const app = createApi()
  answerErrors(app, services.log)
  app.use(requestId(services.newId))
  app.use(securityHeaders)
  app.use(accessLog(services, api === 'edge' ? '' : 'local:'))
  app.use(crossOrigin(services.origins))
  mountProbes(app, services)
  app.use(traceRequests(api))
  app.use(identify(services))
  if (services.limits !== null)
    app.use(rateLimit(services, services.limits, [...FREE, ...documentationPaths(services), ...pages]))
  // After the rate limits, so that their headers are on every response.
  app.use(checkHost(services.isOurHost))
  app.use(refuseWhileStopping(services))
  app.use(admission(services.admission, FREE))
  return app
}

/** Security headers of every response: no sniffing, framing, caching or referrers unless a route overrides them. */
export const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

const securityHeaders: MiddlewareHandler = (context, next) => {
  for (const name in SECURITY_HEADERS) setHeader(context, name, SECURITY_HEADERS[name]!)
  return next()
}

const ACCEPTABLE = /^[\w.:-]{1,128}$/

/** Gives every request an id, the caller's own if it is valid, and returns it in a response header. */
export function requestId(newId: () => string): ApiMiddleware {
  return (context, next) => {
    const given = context.req.header('x-request-id')
    const id = given !== undefined && ACCEPTABLE.test(given) ? given : newId()
    context.set('requestId', id)
    setHeader(context, 'X-Request-Id', id)
    return next()
  }
}

/** Logs and counts every request by the route it matched, never by its path or content; the prefix tells the APIs apart. */
function accessLog({ log, metrics, now }: ApiServices, prefix: string): ApiMiddleware {
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

const UNTRACED = ['/health', '/metrics']

/** Traces every request by the route it matched, as part of the trace that its traceparent header names. */
function traceRequests(api: 'edge' | 'local'): ApiMiddleware {
  return async (context, next) => {
    if (UNTRACED.includes(context.req.path)) return next()
    const method = knownMethod(context)
    const outside = propagation.extract(ROOT_CONTEXT, {
      traceparent: context.req.header('traceparent'),
      tracestate: context.req.header('tracestate'),
    })
    const attributes = {
      'http.request.method': method,
      'stretto.api': api,
      'stretto.request_id': context.get('requestId'),
    }
    const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, outside)
    await active.with(trace.setSpan(outside, span), next)
    const route = matchedRoute(context)
    const { status } = context.res
    if (route !== null) span.updateName(`${method} ${route}`)
    span.setAttributes({ 'http.route': route ?? undefined, 'http.response.status_code': status })
    const end = () => endSpan(span, status >= 500 ? String(status) : undefined)
    // A stream has only begun by now.
    const streaming = context.get('streaming')
    if (streaming === undefined) end()
    else streaming.then(end)
  }
}

/** Rejects requests that arrive while the service is stopping, and asks callers to retry. */
function refuseWhileStopping({ isStopping, closing }: ApiServices): ApiMiddleware {
  return (context, next) => {
    context.set('closing', closing())
    if (!isStopping()) return next()
    const refuse = () => Promise.reject(shuttingDown())
    // Closing a connection with unread bytes resets it, and the response would be lost.
    const { method } = context.req
    return method === 'GET' || method === 'HEAD' ? refuse() : wholeBody(context, refuse)
  }
}
