import type { EdgeConsensusRequest } from '../contract/edge-consensus.ts'
import { refused, type StrettoError } from '../contract/error-codes.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Attachment } from '../contract/message-content.ts'
import { type CallerKeys, type ModelConfig, type ReasoningEffort, tooFewModels } from '../contract/panel.ts'
import type { RunKind } from '../contract/question-kind.ts'
import type { Background, Budget, FirstStage, PanelQuestion, Turn } from '../engine/index.ts'
import { providerNamed, ROUTED } from './model-router.ts'

/** A model with how it samples. */
export type SampledModel = ModelConfig & { seed?: number; reasoningEffort?: ReasoningEffort }

export type Sampling = Partial<Pick<SampledModel, 'temperature' | 'seed' | 'reasoningEffort'>>

/** The first stage of a panel by the identifiers of its models. */
type PlannedStage = Omit<FirstStage, 'models'> & { models: string[] }

/** A run that has not begun: what a request asks for, whichever API it came through, with every default filled in. */
export interface PlannedRun extends PanelQuestion {
  models: SampledModel[]
  /** Who is asked first; absent to ask all at once. */
  first?: PlannedStage | undefined
  /** The identifier of the model that writes the final text; null for one of the panel. */
  writer: string | null
  /** The identifier of the model that reads replies; null for the one of the server, or one of the panel. */
  reader: string | null
  /** Time limit of the run, if shorter than that of the server. */
  timeoutMs?: number | undefined
  /** Whether the models judge statements instead of answering the question. */
  isCheck?: boolean
  /** The caller's own key for the routing provider; used for this run and never stored. */
  callerKeys: CallerKeys | null
}

/** What a request says of a run besides its models; `attachments` come with the query itself. */
type RunRequest = Omit<EdgeConsensusRequest, 'models' | 'skip_cache' | 'dry_run'> & {
  attachments?: Attachment[] | undefined
}

/** Panels of this size or more use a fugue by default, smaller ones a sonata. */
const FUGUE_FROM = 4
/** The temperature of a model for which the caller names none. */
const DEFAULT_TEMPERATURE = 0.7

/** Plans what a request asks of some models; rejects what its panel cannot do. */
export function plannedRun(
  request: RunRequest,
  { models, callerKeys }: Pick<PlannedRun, 'models' | 'callerKeys'>,
): PlannedRun {
  const { samples = 1, max_cost_usd: maxCostUsd = null, max_calls: maxCalls = null } = request
  const { reasoning_effort: reasoningEffort } = request
  const ids = models.map(({ model }) => model)
  const problem = tooFewModels({ models: ids.length, samples })
  if (problem !== null) throw refused('models', problem)
  return {
    query: request.query,
    kind: request.kind ?? null,
    criteria: request.criteria ?? null,
    background: requestedBackground(request),
    models: reasoningEffort ? models.map((model) => ({ ...model, reasoningEffort })) : models,
    first: firstStage(request, ids),
    samples: samples > 1 ? samples : undefined,
    search: searchOf(request),
    writer: request.writer ?? null,
    reader: request.reader ?? null,
    structure: request.structure ?? (ids.length >= FUGUE_FROM ? 'fugue' : 'sonata'),
    maxIterations: iterationsOf(request),
    ...(request.effort === 'high' && { isThorough: true }),
    // Nothing is bounded that the request does not mention.
    budget: maxCostUsd === null && maxCalls === null ? undefined : { maxCostUsd, maxCalls },
    timeoutMs: request.timeout_seconds && request.timeout_seconds * 1000,
    patienceMs: request.patience && request.patience * 1000,
    callerKeys,
  }
}

/** Whether the web may be searched. What a question comes with may be private, and is made no query of unless the request says so. */
function searchOf({ search, messages, context, attachments }: RunRequest): PlannedRun['search'] {
  const isAlone = !messages?.length && !context?.length && !attachments?.length
  const mode = search ?? (isAlone ? 'auto' : 'off')
  return mode === 'off' ? undefined : mode
}

/** How many iterations a request allows. */
export function iterationsOf(request: Pick<RunRequest, 'max_iterations' | 'effort'>): number {
  return request.max_iterations ?? (request.effort === 'low' ? 1 : LIMITS.iterationsDefault)
}

/** The error for a request that names no models where there is no default panel. */
export function noDefaultPanel(): StrettoError {
  const problem =
    'models is required: this server has no default panel, because it found fewer than 2 models for it; the operator can set DEFAULT_MODELS'
  return refused('models', problem)
}

/** A model that is named by its id alone. */
export function seatOf(
  model: string,
  provider: string,
  { temperature = DEFAULT_TEMPERATURE, seed, reasoningEffort }: Sampling = {},
): SampledModel {
  return {
    ...{ provider, name: model, model, temperature },
    ...(seed !== undefined && { seed }),
    ...(reasoningEffort && { reasoningEffort }),
  }
}

/**
 * A writer or reader from the panel as it is configured there; another one at the provider that its id names, or, if that is
 * only the routing provider, at the provider of the panel, if it has only one.
 */
export function guestOf(identifier: string, models: SampledModel[], named: string): SampledModel {
  const seated = models.find(({ model }) => model === identifier)
  if (seated !== undefined) return seated
  const providers = new Set(models.map(({ provider }) => provider))
  // Where the ids of the panel name their provider, one that names none is the router's.
  const isNamed = models.every(({ provider, model }) => providerNamed(model) === provider)
  const provider = named === ROUTED && providers.size === 1 && !isNamed ? models[0]!.provider : named
  return seatOf(identifier, provider, models[0])
}

/** What a request says besides its query; undefined for nothing. Instructions may stand anywhere in the conversation. */
function requestedBackground(request: RunRequest): Background | undefined {
  const { messages = [], context: documents = [], attachments = [] } = request
  if (messages.length === 0 && documents.length === 0 && attachments.length === 0) return undefined
  const instructions: string[] = []
  const history: Turn[] = []
  for (const { role, content, attachments: attached } of messages) {
    if (role === 'system' || role === 'developer') instructions.push(content)
    else history.push({ role, text: content, ...(attached && { attachments: attached }) })
  }
  return {
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
    history,
    documents: documents.map(({ title, text }) => ({ title, text })),
    ...(attachments.length > 0 && { attachments }),
  }
}

function firstStage({ first, enough, kind }: RunRequest, models: string[]): PlannedStage | undefined {
  if (first === undefined) {
    if (enough !== undefined) throw refused('enough', 'enough needs first, the models that are asked first')
    return undefined
  }
  const others = [...models]
  first.forEach((model, index) => {
    const place = others.indexOf(model)
    if (place === -1)
      throw refused(
        `first.${index}`,
        models.includes(model)
          ? `first names ${model} more often than models does`
          : `first names ${model}, which is not the model of an entry of models`,
      )
    others.splice(place, 1)
  })
  if (others.length === 0)
    throw refused('first', 'first must leave at least one model of the panel for later')
  // A caller who names the kind as well wants the first models to settle it, whatever it is.
  const ofAnyKind = kind != null
  return { models: first, enough: enough ?? LIMITS.enoughDefault, ofAnyKind }
}

/** The models of a panel in two parts: for each identifier of its first stage the next model that has it, and the others. */
export function stagesOf(models: SampledModel[], first: string[]): Record<'early' | 'later', SampledModel[]> {
  const later = [...models]
  const next = (id: string) => later.findIndex(({ model }) => model === id)
  return { early: first.flatMap((id) => later.splice(next(id), 1)), later }
}

/** How many first replies every model gives at most: texts are written once, except by the only model of a panel. */
export function samplesDrawn(
  run: Pick<PlannedRun, 'models' | 'samples' | 'format'> & { kind: RunKind | null },
): number {
  const { models, samples = 1, kind, format } = run
  const areCounted = format === undefined && (kind === null || kind === 'closed')
  return areCounted || models.length === 1 ? samples : 1
}

/** The tighter of two budgets, bound by bound. */
export function tighterBudget(one: Budget | undefined, other: Budget | undefined): Budget | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const tighter = (bounds: Array<number | null>) => {
    const given = bounds.filter((bound) => bound !== null)
    return given.length === 0 ? null : Math.min(...given)
  }
  return {
    maxCostUsd: tighter([one.maxCostUsd, other.maxCostUsd]),
    maxCalls: tighter([one.maxCalls, other.maxCalls]),
  }
}
