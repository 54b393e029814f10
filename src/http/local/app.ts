import { createRoute } from '@hono/zod-openapi'
import { LocalHealth } from '../../contract/service-info.ts'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../../contract/versions.ts'
import { at, jsonResponses } from '../documentation/api-routes.ts'
import { mountDocumentation } from '../documentation/documentation.ts'
import { createGuardedApi } from '../middleware/guard.ts'
import { healthStatus } from '../shared/probes.ts'
import type { Api } from '../shared/request-context.ts'
import { type LocalServices, mountTasks } from './consensus.ts'

/** The local task API: consensus as tasks, asynchronous or blocking. */
export function createLocalApi(services: LocalServices): Api {
  const app = createGuardedApi(services, { api: 'local', pages: [] })
  mountServiceInfo(app, services)
  mountTasks(app, services)
  mountDocumentation(app, services, {
    title: 'Stretto local task API',
    api: 'local',
    tags: {
      Consensus: 'Ask several models and get one answer',
      Service: 'Information about the service, and health',
    },
  })
  return app
}

function mountServiceInfo(app: Api, { problems, routerFor }: LocalServices): void {
  const getHealth = createRoute({
    ...at('get', '/health', 'getHealth'),
    tags: ['Service'],
    security: [],
    summary: 'Health',
    description: 'Responds as soon as the service is up.',
    responses: jsonResponses(LocalHealth, 'The service is up'),
  })
  app.openapi(getHealth, (context) => {
    const about = { service: SERVICE_NAME, version: SOFTWARE_VERSION, router: routerFor(null) }
    return context.json({ ...healthStatus(problems()), ...about }, 200)
  })
}
