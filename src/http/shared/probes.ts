import { createRoute } from '@hono/zod-openapi'
import { StrettoError } from '../../contract/error-codes.ts'
import { Liveness, Readiness } from '../../contract/service-info.ts'
import { at, jsonResponses } from '../documentation/api-routes.ts'
import { checkHost } from '../middleware/hosts-and-origins.ts'
import type { ApiServices } from './api-services.ts'
import type { Api } from './request-context.ts'

export const PROBES = ['/livez', '/readyz']

/**
 * GET /livez and GET /readyz. To be mounted before what counts, queues or refuses requests: a process that is busy,
 * stopping or has lost its stores is alive and must not be killed for it.
 */
export function mountProbes(app: Api, services: Pick<ApiServices, 'isOurHost' | 'unreadiness'>): void {
  const common = { tags: ['Service'], security: [] }
  for (const path of PROBES) app.use(path, checkHost(services.isOurHost))

  const getLiveness = createRoute({
    ...common,
    ...at('get', '/livez', 'getLiveness'),
    summary: 'Whether the process is alive',
    description: 'Responds as long as the process does, whatever state the service is in.',
    responses: jsonResponses(Liveness, 'The process is alive'),
  })
  app.openapi(getLiveness, (context) => context.json({ status: 'alive' as const }, 200))

  const getReadiness = createRoute({
    ...common,
    ...at('get', '/readyz', 'getReadiness'),
    summary: 'Whether requests should be sent here',
    description:
      'Responds with 503 and the reasons while the service is starting, stopping, or cannot store data.',
    responses: jsonResponses(Readiness, 'The service is ready'),
  })
  app.openapi(getReadiness, (context) => {
    const reasons = services.unreadiness()
    if (reasons.length === 0) return context.json({ status: 'ready' as const }, 200)
    // An orchestrator asks again at intervals of its own.
    throw new StrettoError('unavailable', `Not ready: ${reasons.join(' ')}`, { retryAfterSeconds: 5 })
  })
}

/** The status and problems of a health response; null entries are checks that passed. */
export function healthStatus(found: Array<string | null>) {
  const problems = found.filter((problem) => problem !== null)
  return problems.length === 0 ? { status: 'healthy' as const } : { status: 'degraded' as const, problems }
}
