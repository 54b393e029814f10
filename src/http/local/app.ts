import type { OpenAPIHono } from '@hono/zod-openapi'
import { createApi } from '../documentation/api-routes.ts'
import { DOCUMENTATION, mountDocumentation } from '../documentation/documentation.ts'
import { localIntroduction } from '../documentation/introduction.ts'
import { accessLog } from '../middleware/access-log.ts'
import { admission } from '../middleware/admission.ts'
import { identify } from '../middleware/authenticate.ts'
import { checkHost } from '../middleware/check-host.ts'
import { crossOrigin } from '../middleware/cross-origin.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { refuseWhileStopping } from '../middleware/refuse-while-stopping.ts'
import { requestId } from '../middleware/request-id.ts'
import { securityHeaders } from '../middleware/security-headers.ts'
import { traceRequests } from '../middleware/trace-requests.ts'
import { answerErrors } from '../shared/error-response.ts'
import { mountProbes } from '../shared/probes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { mountTasks } from './consensus.ts'
import { mountEvents } from './events.ts'
import type { LocalServices } from './local-services.ts'
import { mountServiceInfo } from './service-info.ts'

/** The local task API: consensus as tasks, asynchronous or blocking. */
export function createLocalApi(services: LocalServices): OpenAPIHono<RequestEnvironment> {
  const app = createApi()
  const { log, metrics, now, limiter, limits } = services
  answerErrors(app, log)

  app.use(requestId(services.newId))
  app.use(securityHeaders)
  app.use(accessLog({ prefix: 'local:', log, onRequest: metrics.requestEnd, now }))
  app.use(crossOrigin(services.origins))
  mountProbes(app, services)
  if (services.tracer !== null) app.use(traceRequests(services.tracer, 'local'))
  app.use(identify(services.keyring, services.addressOf))
  if (limits !== null) {
    app.use(
      rateLimit({
        limiter,
        limits,
        free: ['/', '/health', ...DOCUMENTATION],
        onRefusal: metrics.requestRefused,
        wallClock: services.wallClock,
      }),
    )
  }
  app.use(checkHost(services.isOurHost))
  app.use(refuseWhileStopping(services.isStopping))
  app.use(admission({ ...services.admission, free: ['/', '/health'] }))

  mountServiceInfo(app, services)
  mountTasks(app, services)
  mountEvents(app, services)
  mountDocumentation(app, {
    title: 'Stretto local task API',
    api: 'local',
    introduction: localIntroduction(services.keyring),
    canTry: false,
    tags: {
      Consensus: 'Ask several models and get one answer',
      Service: 'Information about the service, and health',
    },
    rateLimited: limits !== null,
    keyring: services.keyring,
  })
  return app
}
