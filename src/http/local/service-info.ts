import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { LocalHealth, LocalWelcome } from '../../contract/service-info.ts'
import { API_VERSION, SERVICE_DESCRIPTION, SERVICE_NAME, SOFTWARE_VERSION } from '../../contract/versions.ts'
import { errorResponses, jsonContent } from '../documentation/api-routes.ts'
import { healthStatus } from '../shared/health-status.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import type { LocalServices } from './local-services.ts'

/** GET / and GET /health. */
export function mountServiceInfo(app: OpenAPIHono<RequestEnvironment>, services: LocalServices): void {
  const common = { method: 'get' as const, tags: ['Service'], security: [] }
  app.openapi(
    createRoute({
      ...common,
      path: '/',
      operationId: 'getWelcome',
      summary: 'Welcome',
      description: 'Describes this API and its endpoints, with an example request.',
      responses: { 200: jsonContent(LocalWelcome, 'Description of the API'), ...errorResponses() },
    }),
    (context) => context.json(welcome(new URL(context.req.url).origin, services), 200),
  )

  app.openapi(
    createRoute({
      ...common,
      path: '/health',
      operationId: 'getHealth',
      summary: 'Health',
      description: 'Responds as soon as the service is up.',
      responses: { 200: jsonContent(LocalHealth, 'The service is up'), ...errorResponses() },
    }),
    (context) => {
      return context.json(
        {
          ...healthStatus(services.problems()),
          service: SERVICE_NAME,
          version: SOFTWARE_VERSION,
          router: services.routerFor(null),
        },
        200,
      )
    },
  )
}

function welcome(origin: string, { defaultModels }: LocalServices): LocalWelcome {
  const body = {
    query: 'What is the speed of light in a vacuum?',
    models: defaultModels.map((model) => ({ provider: 'openrouter', name: model, model })),
  }
  return {
    service: SERVICE_NAME,
    version: API_VERSION,
    description: `${SERVICE_DESCRIPTION} This is the local task API; the edge API listens on a port of its own.`,
    documentation: `${origin}/docs`,
    endpoints: {
      'GET /': 'This page',
      'GET /health': 'Health',
      'GET /livez': 'Whether the process is alive',
      'GET /readyz': 'Whether requests should be sent here',
      'POST /consensus': 'Create a task: ask a panel of models and iterate until they agree',
      'GET /consensus/{id}': 'Get a task and, once completed, its result',
      'GET /consensus/{id}/events': 'Stream the progress of a task as server-sent events',
      'DELETE /consensus/{id}': 'Cancel a task',
      'POST /consensus/sync': 'Create a task and wait for its result',
      'GET /docs': 'Documentation as a web page',
      'GET /openapi.json': 'OpenAPI 3.1 document',
    },
    usage: {
      example: `curl -X POST ${origin}/consensus/sync -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`,
    },
  }
}
