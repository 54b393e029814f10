import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { LIMITS } from '../../contract/limits.ts'
import { EdgeHealth, Welcome } from '../../contract/service-info.ts'
import {
  API_VERSION,
  REPOSITORY_URL,
  SERVICE_DESCRIPTION,
  SERVICE_NAME,
  SOFTWARE_VERSION,
} from '../../contract/versions.ts'
import { within } from '../../utils/within.ts'
import { errorResponses, jsonContent } from '../documentation/api-routes.ts'
import { healthStatus } from '../shared/health-status.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** GET /, GET /health and GET /metrics: what the service is and how it does. */
export function mountServiceInfo(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const common = { tags: ['Service'], security: [] }
  const probe = createProbe(services)
  app.openapi(
    createRoute({
      ...common,
      method: 'get',
      path: '/',
      operationId: 'getWelcome',
      summary: 'Welcome',
      description: 'What the service is, its endpoints and limits, and an example of a call.',
      responses: { 200: jsonContent(Welcome, 'What there is and how to use it'), ...errorResponses() },
    }),
    (context) => context.json(welcome(new URL(context.req.url).origin, services), 200),
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'get',
      path: '/health',
      operationId: 'getHealth',
      summary: 'Health',
      description:
        'Whether the parts the service relies on answer. The status is 200 also when one does not.',
      responses: { 200: jsonContent(EdgeHealth, 'Up, and which of its parts answer'), ...errorResponses() },
    }),
    async (context) => {
      const { index, embedder, store } = await probe()
      return context.json(
        {
          ...healthStatus([
            index ? null : 'The axiom search does not answer.',
            embedder ? null : 'The embedding model does not answer.',
            store ? null : 'The store does not answer.',
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
    },
  )

  app.openapi(
    createRoute({
      ...common,
      method: 'get',
      path: '/metrics',
      operationId: 'getMetrics',
      summary: 'Metrics in the Prometheus text format',
      description: 'Requests, runs, model calls, cache, tasks and the process, for Prometheus to scrape.',
      responses: {
        200: { description: 'Plain text', content: { 'text/plain': { schema: z.string() } } },
        ...errorResponses(),
      },
    }),
    async (context) => {
      const { contentType, text } = await services.metrics.expose()
      return context.text(text, 200, { 'Content-Type': contentType })
    },
  )
}

const PROBE = 'health'

/** How long the word of the embedding model is good for: another's may cost money each time. A bad one is soon asked again. */
const PROBE_GOOD_MS = 60_000
const PROBE_BAD_MS = 5_000
const PROBE_PATIENCE_MS = 2_000

/** Asks each part the service leans on something real; one that fails is logged, since the answer only says that it did. */
function createProbe({ axioms, embedder, cache, log, now }: EdgeServices) {
  const answers = async (part: string, ask: () => Promise<boolean>) => {
    try {
      return await within(PROBE_PATIENCE_MS, ask())
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
    return { index, embedder: model, goodUntil: now() + (index && model ? PROBE_GOOD_MS : PROBE_BAD_MS) }
  }
  let probing: ReturnType<typeof probeVectors> | null = null

  return async () => {
    if (probing !== null && now() >= (await probing).goodUntil) probing = null
    probing ??= probeVectors()
    const store = await answers('store', async () => (await cache.statistics(PROBE)) !== undefined)
    const { index, embedder } = await probing
    return { index, embedder, store }
  }
}

function welcome(
  origin: string,
  { limits, axioms, defaultModels, embeddingsNeedKey, embedder }: EdgeServices,
): Welcome {
  const embeddings = { 'POST /embeddings': 'Text embeddings of 768 dimensions' }
  return {
    service: SERVICE_NAME,
    version: API_VERSION,
    description: SERVICE_DESCRIPTION,
    documentation: `${origin}/docs`,
    repository: REPOSITORY_URL,
    endpoints: {
      public: {
        'GET /': 'This page',
        'GET /health': 'Health',
        'GET /metrics': 'Metrics in the Prometheus text format',
        'GET /debug/axioms': 'What the axiom index holds',
        'GET /docs': 'Documentation to read',
        'GET /openapi.json': 'Documentation for machines (OpenAPI 3.1)',
        ...(embeddingsNeedKey ? {} : embeddings),
      },
      protected: {
        'POST /consensus-iterative': 'Ask a panel and let it converge',
        'POST /consensus': 'Ask a panel once',
        'GET /axioms/search': 'Search the axioms by meaning',
        'POST /cache/check': 'Has the same question been answered before?',
        'GET /cache/stats': 'How often the cache was asked and how often it knew',
        'GET /similar': 'Past queries like this one',
        'GET /results/{id}': 'A stored result',
        'DELETE /cache/{id}': 'Forget a stored result, and that other questions were taken for its own',
        ...(embeddingsNeedKey ? embeddings : {}),
      },
    },
    features: {
      consensus: 'The measured phi-spiral in three structures: fugue, sonata, concert',
      axioms: `${axioms.describe().total} axioms in seven levels, searched by meaning`,
      cache: 'Past results, found again by what was asked',
      embeddings: `${embedder.name}, 768 dimensions`,
      rate_limits: `${limits.perMinute} requests a minute and ${limits.burst} a second per address, ${limits.perHour} an hour per key`,
    },
    links: {
      documentation: `${origin}/docs`,
      openapi: `${origin}/openapi.json`,
      health: `${origin}/health`,
      metrics: `${origin}/metrics`,
      repository: REPOSITORY_URL,
    },
    usage: {
      example: `curl -X POST ${origin}/consensus-iterative -H 'Content-Type: application/json' -d '{"query":"What is 17 + 25?"}'`,
      headers: {
        'Content-Type': 'application/json',
        'x-api-key': 'Your API key, where the server asks for one',
        'x-router-key': 'Optional: your own key for the routing provider',
      },
      body: {
        query: 'What is the speed of light in a vacuum?',
        models: defaultModels,
        structure: 'sonata',
        max_iterations: LIMITS.iterationsDefault,
      },
    },
    status: 'operational',
    timestamp: new Date().toISOString(),
  }
}
