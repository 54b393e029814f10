import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { ENOUGH_RUNS } from '../../consensus/ledger/estimate-voters.ts'
import type { LedgerRow } from '../../consensus/ledger/run-ledger.ts'
import type { ModelReliability } from '../../consensus/model-reliability.ts'
import type { ModelIdentity } from '../../consensus/model-router.ts'
import { noDefaultPanel } from '../../consensus/planned-run.ts'
import { rounded, roundedCost } from '../../consensus/present/present.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { ReliabilityQuery, ReliabilityResponse } from '../../contract/reliability.ts'
import { voterOf } from '../../engine/index.ts'
import { errorResponses, jsonContent } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'
import { cacheScope, type EdgeServices } from './edge-services.ts'

/** GET /models/reliability: whom to believe. */
export function mountReliability(app: OpenAPIHono<RequestEnvironment>, services: EdgeServices): void {
  const { defaultModels, panels, keyring, reliability } = services
  const identify = (model: string) => ({ provider: services.router.providerOf(model, null), model })
  app.openapi(
    createRoute({
      tags: ['Models'],
      ...protectedBy(keyring),
      method: 'get',
      path: '/models/reliability',
      operationId: 'getReliability',
      summary: 'How reliable the models of a panel are',
      description:
        'Estimates from the caller’s past runs how often each model of a panel is right, and says what its vote weighs and its replies cost. It rests on who gave the same answer, and on verdicts where callers gave any; without verdicts the estimates tend to be too high.',
      request: { query: ReliabilityQuery },
      responses: {
        200: jsonContent(ReliabilityResponse, 'The models of the panel, the most reliable first'),
        ...errorResponses(401, 404, 429),
      },
    }),
    async (context) => {
      const { models: named, panel = 'auto' } = context.req.valid('query')
      const auto = defaultModels(null)
      const offered = new Map([
        ...(auto.length === 0 ? [] : [['auto', { models: auto }] as const]),
        ...panels,
      ])
      const models = named ?? offered.get(panel)?.models
      if (models === undefined && panel === 'auto') throw noDefaultPanel()
      if (models === undefined)
        throw new StrettoError(
          'not_found',
          `There is no panel ${panel}. Use one of ${[...offered.keys()].join(', ')}, or models.`,
        )
      const scope = cacheScope(services, context.get('caller'))
      return context.json(await reportReliability(reliability, models.map(identify), scope), 200)
    },
  )
}

const OFF = 'Nothing is counted: MODEL_RELIABILITY is off.'

/** How reliable the models of a panel are, for its caller; with null, because nothing is counted. */
async function reportReliability(
  reliability: ModelReliability | null,
  models: ModelIdentity[],
  scope: string,
): Promise<ReliabilityResponse> {
  const report = (await reliability?.reportOn(models, scope)) ?? null
  const members = models.flatMap((identity) => {
    if (report === null) return []
    const voter = voterOf(identity)
    const { accuracy, low, high, answered, judged } = report.members[voter]!
    return {
      model: identity.model,
      answered,
      judged,
      accuracy: rounded(accuracy),
      low: rounded(low),
      high: rounded(high),
      weight: report.votes[voter]!,
      cost_usd: roundedCost(report.costs[voter] ?? null),
    }
  })
  return {
    models: models.map(({ model }) => model),
    known: report !== null,
    runs: runsOfAll((await reliability?.runsOf(scope)) ?? [], models.map(voterOf)),
    needed: ENOUGH_RUNS,
    leader: models.find((identity) => voterOf(identity) === report?.leader)?.model ?? null,
    members: members.sort((one, other) => other.accuracy - one.accuracy),
    ...(reliability === null && { warnings: [OFF] }),
  }
}

/** In how many runs all of these voters answered. */
function runsOfAll(rows: LedgerRow[], voters: string[]): number {
  return rows.filter(({ ballots }) => {
    const answered = new Set(ballots.filter(({ group }) => group !== null).map(voterOf))
    return voters.every((voter) => answered.has(voter))
  }).length
}
