import { createRoute } from '@hono/zod-openapi'
import { AxiomDebugResponse, AxiomSearchQuery, AxiomSearchResponse } from '../../contract/axiom.ts'
import { at, jsonResponses } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { type Api, queueKeyOf } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** GET /axioms/search and GET /debug/axioms. */
export function mountAxioms(app: Api, { axioms, keyring }: EdgeServices): void {
  const searchAxioms = createRoute({
    ...at('get', '/axioms/search', 'searchAxioms'),
    tags: ['Axioms'],
    summary: 'Search axioms by meaning',
    description:
      'Returns the axioms closest to a text in meaning and wording, from all levels or selected ones.',
    ...protectedBy(keyring),
    request: { query: AxiomSearchQuery },
    responses: jsonResponses(AxiomSearchResponse, 'Axioms, most relevant first', [401, 502]),
  })
  app.openapi(searchAxioms, async (context) => {
    const { q, topK, minScore, level } = context.req.valid('query')
    const levels = level === undefined ? null : level.split(',').map(Number)
    const caller = queueKeyOf(context.get('caller'))
    const found = await axioms.search({ text: q, topK, minScore, levels, caller })
    return context.json({ query: q, axioms: found, count: found.length }, 200)
  })

  const describeAxioms = createRoute({
    ...at('get', '/debug/axioms', 'describeAxioms'),
    tags: ['Axioms'],
    summary: 'Contents of the axiom index',
    description: 'Returns totals per level and domain, and the embedding model.',
    security: [],
    responses: jsonResponses(AxiomDebugResponse, 'Totals per level and domain', [429]),
  })
  app.openapi(describeAxioms, (context) => context.json(axioms.describe(), 200))
}
