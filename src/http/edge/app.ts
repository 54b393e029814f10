import type { OpenAPIHono } from '@hono/zod-openapi'
import { createApi } from '../documentation/api-routes.ts'
import { DOCUMENTATION, mountDocumentation } from '../documentation/documentation.ts'
import { edgeIntroduction } from '../documentation/introduction.ts'
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
import { mountPlayground } from '../playground/playground.ts'
import { playgroundPaths } from '../playground/playground-files.ts'
import { answerErrors } from '../shared/error-response.ts'
import { mountProbes } from '../shared/probes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { mountAxioms } from './axioms.ts'
import { mountCache } from './cache.ts'
import { mountChat } from './chat/chat.ts'
import { mountChatModels } from './chat/chat-models.ts'
import { mountConsensus } from './consensus.ts'
import type { EdgeServices } from './edge-services.ts'
import { mountEmbeddings } from './embeddings.ts'
import { mountModels } from './models.ts'
import { mountServiceInfo } from './service-info.ts'

/** The edge API: consensus, axiom search, semantic cache, embeddings, metrics. */
export function createEdgeApi(services: EdgeServices): OpenAPIHono<RequestEnvironment> {
  const app = createApi()
  const { log, metrics, now } = services
  answerErrors(app, log)

  app.use(requestId(services.newId))
  app.use(securityHeaders)
  app.use(accessLog({ prefix: '', log, onRequest: metrics.requestEnd, now }))
  app.use(crossOrigin(services.origins))
  mountProbes(app, services)
  if (services.tracer !== null) app.use(traceRequests(services.tracer, 'edge'))
  app.use(identify(services.keyring, services.addressOf))
  const free = ['/', '/health', '/metrics']
  app.use(
    rateLimit({
      limiter: services.limiter,
      limits: services.limits,
      free: [...free, ...DOCUMENTATION, ...playgroundPaths(services.playground)],
      onRefusal: metrics.requestRefused,
      wallClock: services.wallClock,
    }),
  )
  // After the rate limits, so that their headers are on every response.
  app.use(checkHost(services.isOurHost))
  app.use(refuseWhileStopping(services.isStopping))
  app.use(admission({ ...services.admission, free }))

  mountServiceInfo(app, services)
  mountConsensus(app, services)
  mountChat(app, services)
  mountChatModels(app, services)
  mountAxioms(app, services)
  mountCache(app, services)
  mountEmbeddings(app, services)
  mountModels(app, services)
  mountPlayground(app, services.playground)
  mountDocumentation(app, {
    title: 'Stretto edge API',
    api: 'edge',
    introduction: edgeIntroduction(services.keyring),
    canTry: true,
    tags: {
      Consensus: 'Ask several models and get one answer',
      Chat: 'The same through the chat completions protocol of OpenAI',
      Axioms: 'Short, checked statements that answers are anchored on',
      Cache: 'Past results of the caller',
      Embeddings: 'Texts as vectors',
      Models: 'The models that can be asked',
      Service: 'Information about the service, health and metrics',
    },
    rateLimited: true,
    keyring: services.keyring,
  })
  return app
}
