import type { OpenAPIHono } from '@hono/zod-openapi'
import { accessLog } from '../shared/access-log.ts'
import { admission } from '../shared/admission.ts'
import { createApi } from '../shared/api-routes.ts'
import { identify } from '../shared/authenticate.ts'
import { checkHost } from '../shared/check-host.ts'
import { mountDocumentation } from '../shared/documentation.ts'
import { answerErrors } from '../shared/error-response.ts'
import { rateLimit } from '../shared/rate-limit.ts'
import { refuseWhileStopping } from '../shared/refuse-while-stopping.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { requestId } from '../shared/request-id.ts'
import { securityHeaders } from '../shared/security-headers.ts'
import { mountAxioms } from './axioms.ts'
import { mountCache } from './cache.ts'
import { mountConsensus } from './consensus.ts'
import type { EdgeServices } from './edge-services.ts'
import { mountEmbeddings } from './embeddings.ts'
import { mountServiceInfo } from './service-info.ts'

/** The edge API: consensus, axiom search, semantic cache, embeddings, metrics. */
export function createEdgeApi(services: EdgeServices): OpenAPIHono<RequestEnvironment> {
  const app = createApi()
  const { log, metrics, now } = services
  answerErrors(app, log)

  app.use(requestId(services.newId))
  app.use(securityHeaders)
  app.use(accessLog({ prefix: '', log, onRequest: metrics.requestEnd, now }))
  app.use(identify(services.keyring, services.addressOf))
  const free = ['/', '/health', '/metrics']
  app.use(
    rateLimit({
      limiter: services.limiter,
      limits: services.limits,
      free,
      onRefusal: metrics.requestRefused,
    }),
  )
  // After the rate limits, so that their headers are on every response.
  app.use(checkHost(services.isOurHost))
  app.use(refuseWhileStopping(services.isStopping))
  app.use(admission({ ...services.admission, free }))

  mountServiceInfo(app, services)
  mountConsensus(app, services)
  mountAxioms(app, services)
  mountCache(app, services)
  mountEmbeddings(app, services)
  mountDocumentation(app, {
    title: 'Stretto edge API',
    about: 'Consensus, axiom search, semantic cache, embeddings, metrics.',
    tags: {
      Service: 'Information about the service, health and metrics',
      Consensus: 'Ask several models and get one answer',
      Axioms: 'Short, checked statements that answers are anchored on',
      Cache: 'Past results of the caller',
      Embeddings: 'Texts as vectors',
    },
    rateLimited: true,
    keyring: services.keyring,
  })
  return app
}
