import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { ListedModel } from '../../consensus/model-catalogue.ts'
import { OFFLINE } from '../../consensus/model-router.ts'
import { type AvailableModel, ModelsQuery, ModelsResponse } from '../../contract/models.ts'
import { errorResponses, jsonContent, routerKeyHeader } from '../documentation/api-routes.ts'
import { protectedBy, routerKeyOf } from '../middleware/authenticate.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** GET /models: what can be asked, with prices where they are known. */
export function mountModels(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { catalogue, defaultModels, keyring } = services
  const shown = ({ id, name, contextLength, price }: ListedModel): AvailableModel => {
    const servedModel = catalogue.servedAs({ provider: 'openrouter', model: id })
    return {
      id,
      name,
      context_length: contextLength,
      pricing: price && {
        prompt_usd_per_million: price.promptUsdPerMillion,
        completion_usd_per_million: price.completionUsdPerMillion,
        request_usd: price.requestUsd,
      },
      ...(servedModel === id ? {} : { served_model: servedModel }),
    }
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/models',
      operationId: 'listModels',
      tags: ['Models'],
      summary: 'Models that can be asked',
      description:
        'Lists the models of the routing provider, with prices where they are known. The list is fetched from the provider when first needed and kept for an hour. If the provider has no list, the default panel is listed, with a warning.',
      ...protectedBy(keyring),
      parameters: [routerKeyHeader],
      request: { query: ModelsQuery },
      responses: {
        200: jsonContent(ModelsResponse, 'Models that can be asked'),
        ...errorResponses(401, 429),
      },
    }),
    async (context) => {
      const router = services.routerFor(routerKeyOf(context))
      const wanted = context.req.valid('query').q?.toLowerCase() ?? ''
      const listed = router === OFFLINE ? null : await catalogue.list(router)
      const isWanted = ({ id, name }: ListedModel) =>
        [id, name ?? ''].some((text) => text.toLowerCase().includes(wanted))
      const models = (listed ?? defaultModels.map(unlisted)).filter(isWanted).map(shown)
      const warnings = warningsAbout(listed, router, defaultModels)
      return context.json(
        {
          models,
          count: models.length,
          default_models: defaultModels,
          panels: [...services.panels].map(([name, panel]) => ({ name, ...panel })),
          router,
          ...(warnings.length === 0 ? {} : { warnings }),
        },
        200,
      )
    },
  )
}

function unlisted(id: string): ListedModel {
  return { id, name: null, contextLength: null, price: null }
}

function warningsAbout(listed: ListedModel[] | null, router: string, defaultModels: string[]): string[] {
  if (router === OFFLINE)
    return [
      'Any id can be asked: the built-in offline voices answer for all of them. Only the default panel is listed.',
    ]
  if (listed === null)
    return ['The list of models could not be fetched from the provider. Only the default panel is listed.']
  const known = new Set(listed.map(({ id }) => id))
  const missing = defaultModels.filter((id) => !known.has(id))
  return missing.length === 0
    ? []
    : [
        `The provider does not list ${missing.join(', ')} of the default panel. Set DEFAULT_MODELS to models that it lists.`,
      ]
}
