import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { AskableModels, ListedModel } from '../../consensus/model-catalogue.ts'
import { type AvailableModel, ModelsQuery, ModelsResponse } from '../../contract/models.ts'
import { errorResponses, jsonContent, routerKeyHeader } from '../documentation/api-routes.ts'
import { protectedBy, routerKeyOf } from '../middleware/authenticate.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** GET /models: what can be asked, with prices where they are known. */
export function mountModels(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { catalogue, keyring } = services
  const shown = ({ id, name, contextLength, price }: ListedModel, provider: string): AvailableModel => {
    const servedModel = catalogue.servedAs({ provider, model: id })
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
        'Lists the models of every provider and endpoint that the server can ask, with prices where they are known. Lists are fetched when first needed and kept for an hour. If none can be fetched, the default panel is listed, with a warning.',
      ...protectedBy(keyring),
      parameters: [routerKeyHeader],
      request: { query: ModelsQuery },
      responses: {
        200: jsonContent(ModelsResponse, 'Models that can be asked'),
        ...errorResponses(401, 429),
      },
    }),
    async (context) => {
      const routerKey = routerKeyOf(context)
      const router = services.routerFor(routerKey)
      const defaultModels = services.defaultModels(routerKey)
      const wanted = context.req.valid('query').q?.toLowerCase() ?? ''
      const askable = await services.listModels(routerKey)
      const isWanted = ({ id, name }: ListedModel) =>
        [id, name ?? ''].some((text) => text.toLowerCase().includes(wanted))
      const listed = askable.models.length === 0 ? defaultModels.map(unlisted) : askable.models
      const providerOf = (id: string) => services.router.providerOf(id, routerKey)
      const models = listed.filter(isWanted).map((model) => shown(model, providerOf(model.id)))
      const warnings = warningsAbout(askable, defaultModels)
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

function warningsAbout({ models, unlisted }: AskableModels, defaultModels: string[]): string[] {
  if (models.length === 0 && unlisted.length === 0)
    return [
      'Any id can be asked: the built-in offline voices answer for all of them. Only the default panel is listed.',
    ]
  const failed = `The list of models could not be fetched from ${unlisted.join(', ')}.`
  if (models.length === 0) return [`${failed} Only the default panel is listed.`]
  if (unlisted.length > 0) return [failed]
  const known = new Set(models.map(({ id }) => id))
  const missing = defaultModels.filter((id) => !known.has(id))
  return missing.length === 0
    ? []
    : [
        `No provider lists ${missing.join(', ')} of the default panel. Set DEFAULT_MODELS to models that are listed.`,
      ]
}
