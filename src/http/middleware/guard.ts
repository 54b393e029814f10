import type { OpenAPIHono } from '@hono/zod-openapi'
import { createApi } from '../documentation/api-routes.ts'
import { DOCUMENTATION } from '../documentation/documentation.ts'
import type { ApiServices } from '../shared/api-services.ts'
import { answerErrors } from '../shared/error-response.ts'
import { mountProbes } from '../shared/probes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { accessLog } from './access-log.ts'
import { admission } from './admission.ts'
import { identify } from './authenticate.ts'
import { checkHost } from './check-host.ts'
import { crossOrigin } from './cross-origin.ts'
import { rateLimit } from './rate-limit.ts'
import { refuseWhileStopping } from './refuse-while-stopping.ts'
import { requestId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import { traceRequests } from './trace-requests.ts'

/** What is answered whatever the load, and counted by no rate limit. */
const FREE = ['/', '/health', '/metrics']

/** An app without routes, and what every request to it passes first. No rate limit counts requests for `pages`. */
export function createGuardedApi(
  services: ApiServices,
  { api, pages }: { api: 'edge' | 'local'; pages: string[] },
): OpenAPIHono<RequestEnvironment> {
  const app = createApi()
  answerErrors(app, services.log)
  app.use(requestId(services.newId))
  app.use(securityHeaders)
  app.use(accessLog(services, api === 'edge' ? '' : 'local:'))
  app.use(crossOrigin(services.origins))
  mountProbes(app, services)
  if (services.tracer !== null) app.use(traceRequests(services.tracer, api))
  app.use(identify(services))
  if (services.limits !== null)
    app.use(rateLimit(services, services.limits, [...FREE, ...DOCUMENTATION, ...pages]))
  // After the rate limits, so that their headers are on every response.
  app.use(checkHost(services.isOurHost))
  app.use(refuseWhileStopping(services.isStopping))
  app.use(admission({ ...services.admission, free: FREE }))
  return app
}
