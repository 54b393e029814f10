import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { reportPanels, reportReliability } from '../../consensus/report-panels.ts'
import { noDefaultPanel } from '../../consensus/requested-panel.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { PanelsResponse, ReliabilityQuery, ReliabilityResponse } from '../../contract/reliability.ts'
import { errorResponses, jsonContent } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { cacheScope, type EdgeServices } from './edge-services.ts'

/** GET /panels and GET /models/reliability: whom to ask, and whom to believe. */
export function mountPanels(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { defaultModels, panels, keyring, reliability } = services
  const common = { method: 'get' as const, tags: ['Models'], ...protectedBy(keyring) }
  const parts = {
    reliability,
    identify: (model: string) => ({ provider: services.router.providerOf(model, null), model }),
  }
  const named = () => {
    const models = defaultModels(null)
    return new Map([...(models.length === 0 ? [] : [['auto', { models }] as const]), ...panels])
  }

  app.openapi(
    createRoute({
      ...common,
      path: '/panels',
      operationId: 'listPanels',
      summary: 'Panels, and how their first stages do',
      description:
        'Lists the panels of the operator and those with a first stage that the caller has asked for: how often the answer of the first models stood, and how often all models agreed with it when they were asked as well. Of the caller’s newest 2,000 counted runs.',
      responses: { 200: jsonContent(PanelsResponse, 'The panels'), ...errorResponses(401, 429) },
    }),
    async (context) =>
      context.json(await reportPanels(parts, named(), cacheScope(services, context.get('caller'))), 200),
  )

  app.openapi(
    createRoute({
      ...common,
      path: '/models/reliability',
      operationId: 'getReliability',
      summary: 'How reliable the models of a panel are',
      description:
        'Estimates from the caller’s past runs how often each model of a panel is right, what it costs, and what the panel would lose without it. It rests on who gave the same answer, and on verdicts where callers gave any; without verdicts the estimates tend to be too high.',
      request: { query: ReliabilityQuery },
      responses: {
        200: jsonContent(ReliabilityResponse, 'The models of the panel, the most reliable first'),
        ...errorResponses(401, 404, 429),
      },
    }),
    async (context) => {
      const { models: asIds, panel } = context.req.valid('query')
      const models = asIds ?? defaultModels(null)
      if (panel === undefined && models.length === 0) throw noDefaultPanel()
      const asked = panel === undefined ? { models } : named().get(panel)
      if (asked === undefined)
        throw new StrettoError(
          'not_found',
          `There is no panel ${panel}. Use one of ${[...named().keys()].join(', ')}, or models.`,
        )
      const scope = cacheScope(services, context.get('caller'))
      return context.json(await reportReliability(parts, asked.models, scope), 200)
    },
  )
}
