import { createRoute, z } from '@hono/zod-openapi'
import { LIMITS } from '../../contract/limits.ts'
import { EdgeHealth, Welcome } from '../../contract/service-info.ts'
import {
  API_VERSION,
  REPOSITORY_URL,
  SERVICE_DESCRIPTION,
  SERVICE_NAME,
  SOFTWARE_VERSION,
} from '../../contract/versions.ts'
import { withTimeLimit } from '../../utils/time-limits.ts'
import { at, errorResponses, jsonResponses } from '../documentation/api-routes.ts'
import { healthStatus } from '../shared/probes.ts'
import type { Api } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** GET /, GET /health and GET /metrics. */
export function mountServiceInfo(app: Api, services: EdgeServices): void {
  const common = { tags: ['Service'], security: [] }
  const probe = createProbe(services)
  const getWelcome = createRoute({
    ...common,
    ...at('get', '/', 'getWelcome'),
    summary: 'Welcome',
    description:
      'Describes the service, its endpoints and limits, with an example request. Where Accept prefers HTML, the playground.',
    responses: jsonResponses(Welcome, 'Description of the service'),
  })
  app.openapi(getWelcome, (context) =>
    context.json(welcome(app, new URL(context.req.url).origin, services), 200),
  )

  const getHealth = createRoute({
    ...common,
    ...at('get', '/health', 'getHealth'),
    summary: 'Health',
    description:
      'Reports whether the components of the service respond. The HTTP status is 200 even when one does not.',
    responses: jsonResponses(EdgeHealth, 'The service is up; the body lists the state of its components'),
  })
  app.openapi(getHealth, async (context) => {
    const { index, embedder, store } = await probe()
    return context.json(
      {
        ...healthStatus([
          index ? null : 'The axiom search does not respond.',
          embedder ? null : 'The embedding model does not respond.',
          store ? null : 'The store does not respond.',
          ...services.problems(),
        ]),
        service: SERVICE_NAME,
        version: SOFTWARE_VERSION,
        vector_index: {
          available: index,
          ai_available: embedder,
          axioms_seeded: services.axioms.describe().seeded,
        },
        router: services.routerFor(null),
      },
      200,
    )
  })

  const getMetrics = createRoute({
    ...common,
    ...at('get', '/metrics', 'getMetrics'),
    summary: 'Metrics in the Prometheus text format',
    description: 'Metrics of requests, runs, model calls, cache, tasks and the process.',
    responses: {
      200: { description: 'Metrics as plain text', content: { 'text/plain': { schema: z.string() } } },
      ...errorResponses(),
    },
  })
  app.openapi(getMetrics, async (context) => {
    const { contentType, text } = await services.metrics.expose()
    return context.text(text, 200, { 'Content-Type': contentType })
  })
}

const PROBE = 'health'

/** Checks each component with a real request. Failures are logged, because the response says only that a check failed. */
function createProbe({ axioms, embedder, cache, log, now }: EdgeServices) {
  const answers = async (part: string, ask: () => Promise<boolean>) => {
    try {
      return await withTimeLimit(2_000, ask())
    } catch (error) {
      log.error({ part, err: error }, 'health check failed')
      return false
    }
  }
  const probeVectors = async () => {
    const [index, model] = await Promise.all([
      answers('axiom index', async () => {
        const found = await axioms.search({ text: PROBE, topK: 1, minScore: 0, levels: null })
        return found.length === 1
      }),
      answers('embedder', async () => (await embedder.embed([PROBE])).length === 1),
    ])
    // A good check is reused for longer, since a hosted embedding model may charge for each call.
    return { index, embedder: model, goodUntil: now() + (index && model ? 60_000 : 5_000) }
  }
  let probing: ReturnType<typeof probeVectors> | null = null

  return async () => {
    if (probing !== null && now() >= (await probing).goodUntil) probing = null
    probing ??= probeVectors()
    const store = await answers('store', async () => (await cache.statistics(PROBE)) !== undefined)
    return { ...(await probing), store }
  }
}

/** What every endpoint does; those that a key may be required for answer 401. */
function endpointsOf({ openAPIRegistry }: Api): Welcome['endpoints'] {
  const endpoints: Welcome['endpoints'] = { public: {}, protected: {} }
  for (const definition of openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue
    const { method, path, summary = '', responses } = definition.route
    endpoints[401 in responses ? 'protected' : 'public'][`${method.toUpperCase()} ${path}`] = summary
  }
  return endpoints
}

function welcome(app: Api, origin: string, { limits, axioms, defaultModels, embedder }: EdgeServices) {
  const models = defaultModels(null)
  return {
    service: SERVICE_NAME,
    version: API_VERSION,
    description: SERVICE_DESCRIPTION,
    documentation: `${origin}/docs`,
    repository: REPOSITORY_URL ?? `${origin}/docs`,
    endpoints: endpointsOf(app),
    features: {
      consensus: 'Iterative consensus (the phi-spiral) in three structures: fugue, sonata, concert',
      axioms: `${axioms.describe().total} axioms in seven levels, searchable by meaning`,
      cache: 'Semantic cache: past results are reused when the same question is asked in other words',
      embeddings: `${embedder.name}, 768 dimensions`,
      rate_limits: `${limits.perMinute} requests a minute and ${limits.burst} a second per address, ${limits.perHour} an hour per key`,
    },
    links: {
      documentation: `${origin}/docs`,
      playground: `${origin}/playground`,
      openapi: `${origin}/openapi.json`,
      health: `${origin}/health`,
      metrics: `${origin}/metrics`,
      ...(REPOSITORY_URL === null ? {} : { repository: REPOSITORY_URL }),
    },
    usage: {
      example: `curl -X POST ${origin}/consensus-iterative -H 'Content-Type: application/json' -d '{"query":"What is 17 + 25?"}'`,
      headers: {
        'Content-Type': 'application/json',
        'x-api-key': 'Your API key, if the server requires one',
        'x-router-key': 'Optional: your own key for the routing provider',
      },
      body: {
        query: 'What is the speed of light in a vacuum?',
        models: models.length === 0 ? ['vendor/one', 'vendor/two'] : models,
        structure: 'sonata',
        max_iterations: LIMITS.iterationsDefault,
      },
    },
    status: 'operational',
    timestamp: new Date().toISOString(),
  }
}
