import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { LocalHealth } from '../../contract/service-info.ts'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../../contract/versions.ts'
import { errorResponses, jsonContent } from '../documentation/api-routes.ts'
import { healthStatus } from '../shared/health-status.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import type { LocalServices } from './local-services.ts'

/** GET /health. */
export function mountServiceInfo(
  app: OpenAPIHono<RequestEnvironment>,
  { problems, routerFor }: LocalServices,
): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/health',
      operationId: 'getHealth',
      tags: ['Service'],
      security: [],
      summary: 'Health',
      description: 'Responds as soon as the service is up.',
      responses: { 200: jsonContent(LocalHealth, 'The service is up'), ...errorResponses() },
    }),
    (context) =>
      context.json(
        {
          ...healthStatus(problems()),
          service: SERVICE_NAME,
          version: SOFTWARE_VERSION,
          router: routerFor(null),
        },
        200,
      ),
  )
}
