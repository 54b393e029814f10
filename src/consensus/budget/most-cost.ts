import type { ModelConfig } from '../../contract/panel.ts'
import type { RunKind } from '../../contract/question-kind.ts'
import { askedOf, mostCalls, mostTokens, type PhaseCalls, renderPrompt } from '../../engine/index.ts'
import { costAt, type ModelCatalogue, type ModelPrice } from '../model-catalogue.ts'
import { type ModelRouter, OFFLINE } from '../model-router.ts'
import { guestOf, type PlannedRun, samplesDrawn, stagesOf } from '../planned-run.ts'
import { roundedCost } from '../present/present.ts'
import { promptTokens } from './prompt-tokens.ts'

/** A model that may be asked, and its price; null when unknown. */
interface PricedModel {
  model: ModelConfig
  price: ModelPrice | null
}

type PricedPanel = Awaited<ReturnType<typeof panelPrices>>

/** The voices of the stand-in cost nothing. */
const FREE: ModelPrice = { promptUsdPerMillion: 0, completionUsdPerMillion: 0, requestUsd: 0 }

export interface PriceParts {
  catalogue: Pick<ModelCatalogue, 'priceOf'>
  router: ModelRouter
}

/** The prices of those who may be asked in a run; of a writer and a reader that are in the panel, none. */
export async function panelPrices(
  { models, writer, reader, callerKeys }: Pick<PlannedRun, 'models' | 'writer' | 'reader' | 'callerKeys'>,
  { catalogue, router }: PriceParts,
) {
  const { servedBy } = router.connect(callerKeys)
  const priced = async (model: ModelConfig): Promise<PricedModel> => {
    const server = servedBy(model)
    return { model, price: server === OFFLINE ? FREE : await catalogue.priceOf(model, server) }
  }
  const guest = async (name: string | null) =>
    name === null || models.some(({ model }) => model === name)
      ? []
      : [await priced(guestOf(name, models, router.providerOf(name, callerKeys)))]
  const [seats, writing, reading] = await Promise.all([
    Promise.all(models.map(priced)),
    guest(writer),
    guest(reader),
  ])
  return { seats, writer: writing, reader: reading }
}

/** Everybody who may be asked. */
export function everyoneIn({ seats, writer, reader }: PricedPanel): PricedModel[] {
  return [...seats, ...writer, ...reader]
}

/** The identifiers of the models whose prices are unknown, each once. */
export function unpricedIn(panel: PricedPanel): string[] {
  const unknown = everyoneIn(panel).filter(({ price }) => price === null)
  return [...new Set(unknown.map(({ model }) => model.model))]
}

/** The axioms of all levels, and how much longer than the first prompt the instructions of a later one may be. */
const TOKENS_ADDED_LATER = 4_000
/** Of the pages of a search: five times 2,500 characters with their titles and addresses, a token for two characters. */
const TOKENS_OF_PAGES = 7_000
const A_DAY = '2000-01-01'
const WRITING = new Set<PhaseCalls['phase']>(['writing', 'synthesis', 'amendment'])

/**
 * What a run costs if every reply is as long as it may be: its first answers, those of the first models where some are asked
 * first; what is typical, if these agree, after one reading; and all of it, if it lasts as long as it can. The replies of
 * the first models are kept, but what is made of them alone comes on top.
 */
export function mostCost(run: PlannedRun, kind: RunKind, panel: PricedPanel) {
  const whole = callCosts(run, kind, panel)
  const allowed = run.budget?.maxCalls ?? Number.POSITIVE_INFINITY
  const all = (later: Array<number | null>) =>
    sumOf([...whole.first, ...dearestFirst(later)].slice(0, allowed))
  if (run.first === undefined) return { first: sumOf(whole.first), all: all(whole.later) }
  const isText = kind !== 'closed' && run.format === undefined
  const maxIterations = run.first.ofAnyKind && isText ? run.maxIterations : 1
  const stage = callCosts({ ...run, maxIterations }, kind, { ...panel, seats: askedAtOnce(run, panel) })
  return {
    first: sumOf(stage.first),
    typical: sumOf([...stage.first, ...stage.later.slice(0, 1)]),
    all: all([...stage.later, ...whole.later]),
  }
}

/** What each call of a run costs that lasts as long as it can: those for the first answers, and all others. */
function callCosts(run: PlannedRun, kind: RunKind, panel: PricedPanel) {
  const samples = samplesDrawn({ ...run, kind })
  const isOneModel = run.models.length === 1
  const seats = isOneModel ? Array.from({ length: samples }, () => panel.seats[0]!) : panel.seats
  const writers = [...seats, ...panel.writer]
  const readers = [...seats, ...panel.reader]
  const pages = run.search === undefined ? 0 : TOKENS_OF_PAGES
  const prompt = firstPrompt(run).most + pages + TOKENS_ADDED_LATER
  const costsOf = ({ phase, seats: asked, times }: PhaseCalls) => {
    const quoted = phase === 'exposition' ? 0 : seats.length * mostTokens('exposition')
    const mayBeAsked = WRITING.has(phase) ? writers : phase === 'reading' ? readers : seats
    const costs = mayBeAsked.map(({ price }) => costOf(price, prompt + quoted, mostTokens(phase)))
    return Array.from({ length: times }, () => dearestFirst(costs).slice(0, asked)).flat()
  }
  const [first = [], ...later] = mostCalls({
    kind,
    seats: seats.length,
    writers: writers.length,
    // The replies of one model to a closed question are counted once.
    maxIterations: isOneModel && kind === 'closed' ? 1 : run.maxIterations,
    samples: isOneModel ? 1 : samples,
    readers: readers.length,
    hasFormat: run.format !== undefined,
    search: run.search,
  }).map(costsOf)
  return { first, later: later.flat() }
}

/** Those who are asked at once: the first models, or all. */
function askedAtOnce({ models, first }: PlannedRun, { seats }: PricedPanel): PricedPanel['seats'] {
  const asked: ModelConfig[] = first === undefined ? models : stagesOf(models, first.models).early
  return seats.filter(({ model }) => asked.includes(model))
}

/** What asking for the first answers costs at least; null where a price is unknown. */
export function leastCost(run: PlannedRun, panel: PricedPanel): number | null {
  const { fewest } = firstPrompt(run)
  const once = sumOf(askedAtOnce(run, panel).map(({ price }) => costOf(price, fewest, 0))).costUsd
  return once && once * samplesDrawn(run)
}

/** The tokens of the prompt for the first answers, with the tools and the schema that are sent beside it. */
function firstPrompt(run: PlannedRun) {
  const messages = renderPrompt({
    phase: 'exposition',
    ...askedOf(run),
    kind: run.kind,
    date: A_DAY,
    isJson: run.format !== undefined,
    anchors: [],
    ...(run.step && { step: run.step }),
  })
  const { messages: _, ...beside } = run.step ?? {}
  return promptTokens(messages, beside)
}

function costOf(price: ModelPrice | null, promptTokens: number, completionTokens: number): number | null {
  return price && costAt(price, { promptTokens, completionTokens })
}

/** Costs in falling order; unknown ones come first, since they may be the highest. */
function dearestFirst(costs: Array<number | null>): Array<number | null> {
  const rank = (cost: number | null) => cost ?? Number.MAX_VALUE
  return [...costs].sort((one, other) => rank(other) - rank(one))
}

/** The larger figures of several sums. */
export function largest(all: Array<ReturnType<typeof sumOf>>) {
  const costs = all.map(({ costUsd }) => costUsd)
  return {
    calls: Math.max(...all.map(({ calls }) => calls)),
    costUsd: costs.includes(null) ? null : Math.max(...costs.map((cost) => cost ?? 0)),
  }
}

/** The calls of a run or a part of it, and their cost; null where a price is unknown. */
function sumOf(costs: Array<number | null>) {
  const costUsd = costs.reduce<number | null>(
    (sum, cost) => (sum === null || cost === null ? null : sum + cost),
    0,
  )
  return { calls: costs.length, costUsd: roundedCost(costUsd) }
}
