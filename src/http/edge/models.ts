import { createRoute } from '@hono/zod-openapi'
import { ENOUGH_RUNS } from '../../consensus/ledger/estimate-voters.ts'
import { VERDICTS_ON_TWO } from '../../consensus/ledger/run-ledger.ts'
import type { AskableModels, ListedModel } from '../../consensus/model-catalogue.ts'
import type { ModelReliability } from '../../consensus/model-reliability.ts'
import type { ModelIdentity } from '../../consensus/model-router.ts'
import { noDefaultPanel } from '../../consensus/planned-run.ts'
import { rounded, roundedCost } from '../../consensus/present/present.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { type AvailableModel, ModelsQuery, ModelsResponse } from '../../contract/models.ts'
import { ReliabilityQuery, ReliabilityResponse } from '../../contract/reliability.ts'
import { voterOf } from '../../engine/index.ts'
import { at, jsonResponses, ownKeyHeaders } from '../documentation/api-routes.ts'
import { callerKeysOf, protectedBy } from '../middleware/authenticate.ts'
import { type Api, ownerOf } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** GET /models: what can be asked, with prices where they are known. */
export function mountModels(app: Api, services: EdgeServices): void {
  const { catalogue, keyring } = services
  const shown = (
    { id, name, contextLength, price, inputs }: ListedModel,
    provider: string,
  ): AvailableModel => {
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
      ...(inputs && { inputs }),
      ...(servedModel !== undefined && servedModel !== id && { served_model: servedModel }),
    }
  }

  const listModels = createRoute({
    ...at('get', '/models', 'listModels'),
    tags: ['Models'],
    summary: 'Models that can be asked',
    description:
      'Lists the models of every provider and endpoint that the server can ask, with prices where they are known. Lists are fetched when first needed and kept for an hour. If none can be fetched, the default panel is listed, with a warning.',
    ...protectedBy(keyring),
    parameters: ownKeyHeaders,
    request: { query: ModelsQuery },
    responses: jsonResponses(ModelsResponse, 'Models that can be asked', [401]),
  })
  app.openapi(listModels, async (context) => {
    const callerKeys = callerKeysOf(context)
    const defaultModels = services.defaultModels(callerKeys)
    const wanted = context.req.valid('query').q?.toLowerCase() ?? ''
    const askable = await services.listModels(callerKeys)
    const isWanted = ({ id, name }: ListedModel) =>
      [id, name ?? ''].some((text) => text.toLowerCase().includes(wanted))
    const unlisted = defaultModels.map((id) => ({ id, name: null, contextLength: null, price: null }))
    const listed = askable.models.length === 0 ? unlisted : askable.models
    const providerOf = (id: string) => services.router.providerOf(id, callerKeys)
    const models = listed.filter(isWanted).map((model) => shown(model, providerOf(model.id)))
    const warnings = warningsAbout(askable, defaultModels)
    const response = {
      models,
      count: models.length,
      default_models: defaultModels,
      panels: [...services.panels].map(([name, panel]) => ({ name, ...panel })),
      presets: services.presets(callerKeys),
      router: services.routerFor(callerKeys),
      ...(services.canSearch && { search: true as const }),
      ...(warnings.length > 0 && { warnings }),
    }
    return context.json(response, 200)
  })
}

const ONLY_OFFLINE =
  'Any id can be asked: the built-in offline voices answer for all of them. Only the default panel is listed.'

function warningsAbout({ models, unlisted }: AskableModels, defaultModels: string[]): string[] {
  if (models.length === 0 && unlisted.length === 0) return [ONLY_OFFLINE]
  const failed = `The list of models could not be fetched from ${unlisted.join(', ')}.`
  if (models.length === 0) return [`${failed} Only the default panel is listed.`]
  if (unlisted.length > 0) return [failed]
  const known = new Set(models.map(({ id }) => id))
  const missing = defaultModels.filter((id) => !known.has(id)).join(', ')
  if (missing === '') return []
  return [`No provider lists ${missing} of the default panel. Set DEFAULT_MODELS to models that are listed.`]
}

/** GET /models/reliability: whom to believe. */
export function mountReliability(app: Api, services: EdgeServices): void {
  const { defaultModels, panels, keyring, reliability, router } = services
  const getReliability = createRoute({
    tags: ['Models'],
    ...protectedBy(keyring),
    ...at('get', '/models/reliability', 'getReliability'),
    summary: 'How reliable the models of a panel are',
    description:
      'Estimates from the caller’s past runs how often each model of a panel is right, and says what its vote weighs and its replies cost. It rests on who gave the same answer, and on verdicts where callers gave any; without verdicts the estimates tend to be too high.',
    parameters: ownKeyHeaders,
    request: { query: ReliabilityQuery },
    responses: jsonResponses(
      ReliabilityResponse,
      'The models of the panel, the most reliable first',
      [401, 404],
    ),
  })
  app.openapi(getReliability, async (context) => {
    const { models: named, panel = 'auto' } = context.req.valid('query')
    const callerKeys = callerKeysOf(context)
    const auto = defaultModels(callerKeys)
    const offered = new Map([...(auto.length === 0 ? [] : [['auto', { models: auto }] as const]), ...panels])
    const models = named ?? offered.get(panel)?.models
    if (models === undefined && panel === 'auto') throw noDefaultPanel()
    if (models === undefined)
      throw new StrettoError(
        'not_found',
        `There is no panel ${panel}. Use one of ${[...offered.keys()].join(', ')}, or models.`,
      )
    const owner = ownerOf(context.get('caller'))
    const identities = models.map((model) => ({ provider: router.providerOf(model, callerKeys), model }))
    return context.json(await reportReliability(reliability, identities, owner), 200)
  })
}

const OFF = 'Nothing is counted: MODEL_RELIABILITY is off.'

/** How reliable the models of a panel are, for its caller; with null, because nothing is counted. */
async function reportReliability(
  reliability: ModelReliability | null,
  models: ModelIdentity[],
  scope: string,
): Promise<ReliabilityResponse> {
  // First what others have recorded too, so that the report knows it.
  const { counted, telling } = (await reliability?.runsOf(models, scope)) ?? { counted: 0, telling: 0 }
  const report = (await reliability?.reportOn(models, scope)) ?? null
  const members = (report === null ? [] : models).map((identity) => {
    const voter = voterOf(identity)
    const { accuracy, low, high, answered, judged } = report!.members[voter]!
    return {
      model: identity.model,
      answered,
      judged,
      accuracy: rounded(accuracy),
      low: rounded(low),
      high: rounded(high),
      weight: report!.votes[voter]!,
      cost_usd: roundedCost(report!.costs[voter] ?? null),
    }
  })
  const used = report?.runs ?? telling
  return {
    models: models.map(({ model }) => model),
    known: report !== null,
    basis: reliability === null ? OFF : basisOf(report !== null, counted, used),
    runs: counted,
    runs_used: used,
    needed: ENOUGH_RUNS,
    leader: models.find((identity) => voterOf(identity) === report?.leader)?.model ?? null,
    members: members.sort((one, other) => other.accuracy - one.accuracy),
    ...(reliability === null && { warnings: [OFF] }),
  }
}

function basisOf(isKnown: boolean, runs: number, used: number): string {
  const all = `All of them answered ${runs} counted ${runs === 1 ? 'run' : 'runs'}`
  if (isKnown) return used === runs ? `${all}.` : `${all}; the figures rest on ${used} of them.`
  const telling = `${used} tell who is right; those of two models do once ${VERDICTS_ON_TWO} verdicts name a right answer of theirs`
  return `${all}${used === runs ? '' : `, of which ${telling}`}. ${ENOUGH_RUNS} are needed; until then every vote counts the same.`
}
