import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { LocalHealth } from '../../contract/service-info.ts'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../../contract/versions.ts'
import { accessLog } from '../shared/access-log.ts'
import { createApi, errorResponses, jsonContent } from '../shared/api-routes.ts'
import { identify } from '../shared/authenticate.ts'
import { mountDocumentation } from '../shared/documentation.ts'
import { answerErrors } from '../shared/error-response.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { requestId } from '../shared/request-id.ts'
import { mountTasks } from './consensus.ts'
import { mountEvents } from './events.ts'
import type { LocalServices } from './local-services.ts'

/** The local task API: consensus as tasks, asynchronous or blocking. */
export function createLocalApi(services: LocalServices): OpenAPIHono<RequestEnvironment> {
  const app = createApi()
  const { log, metrics, now } = services
  answerErrors(app, log)

  app.use(requestId(services.newId))
  app.use(accessLog({ prefix: 'local:', log, onRequest: metrics.requestEnd, now }))
  app.use(identify(services.keyring, services.addressOf))

  app.openapi(
    createRoute({
      method: 'get',
      path: '/health',
      operationId: 'getHealth',
      tags: ['Service'],
      summary: 'Health',
      description: 'Answers as soon as the service is up.',
      security: [],
      responses: { 200: jsonContent(LocalHealth, 'Up'), ...errorResponses() },
    }),
    (context) =>
      context.json(
        {
          status: 'healthy',
          service: SERVICE_NAME,
          version: SOFTWARE_VERSION,
          router: services.routerFor(null),
        },
        200,
      ),
  )
  mountTasks(app, services)
  mountEvents(app, services)
  mountDocumentation(app, {
    title: 'Stretto local task API',
    about: 'Consensus as tasks, asynchronous or blocking.',
    tags: { Service: 'How the service does', Consensus: 'One answer out of several models' },
    rateLimited: false,
    keyring: services.keyring,
  })
  return app
}
