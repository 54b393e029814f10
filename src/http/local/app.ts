import type { OpenAPIHono } from '@hono/zod-openapi'
import { mountDocumentation } from '../documentation/documentation.ts'
import { createGuardedApi } from '../middleware/guard.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { mountTasks } from './consensus.ts'
import { mountEvents } from './events.ts'
import type { LocalServices } from './local-services.ts'
import { mountServiceInfo } from './service-info.ts'
import { mountVerdicts } from './verdict.ts'

/** The local task API: consensus as tasks, asynchronous or blocking. */
export function createLocalApi(services: LocalServices): OpenAPIHono<RequestEnvironment> {
  const app = createGuardedApi(services, { api: 'local', pages: [] })
  mountServiceInfo(app, services)
  mountTasks(app, services)
  mountEvents(app, services)
  mountVerdicts(app, services)
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
