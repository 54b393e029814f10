import type { DryRunResponse } from '../../contract/dry-run.ts'
import { refused } from '../../contract/error-codes.ts'
import type { Attachment } from '../../contract/message-content.ts'
import { QuestionKind } from '../../contract/question-kind.ts'
import type { Budget } from '../../engine/index.ts'
import type { ModelCatalogue } from '../model-catalogue.ts'
import { requireModels, serversOf, withPrefix } from '../model-router.ts'
import type { RunnerParts } from '../panel-runner.ts'
import { type PlannedRun, samplesDrawn, tighterBudget } from '../planned-run.ts'
import {
  everyoneIn,
  largest,
  leastCost,
  mostCost,
  type PriceParts,
  panelPrices,
  unpricedIn,
} from './most-cost.ts'

/** What can be said about a run before it begins, above all of its cost. */
export type RunCosts = ReturnType<typeof createRunCosts>

interface CostParts extends PriceParts, Pick<RunnerParts, 'readerModel' | 'ceiling'> {
  catalogue: Pick<ModelCatalogue, 'priceOf' | 'inputsOf' | 'list'>
  canSearch: boolean
}

const NO_ENGINE = 'search needs a search engine, which this server does not have; its operator can set SEARCH'

/** Judges budgets and estimates costs by the prices that are known. */
export function createRunCosts({ ceiling, canSearch, ...parts }: CostParts) {
  const { router } = parts
  const pricesOf = (run: PlannedRun) =>
    panelPrices({ ...run, reader: run.reader ?? parts.readerModel }, parts)

  /**
   * Rejects a run with models that cannot be asked or that do not take what it comes with, or whose budget cannot be kept;
   * returns warnings about what the budget does not bound.
   */
  async function check(run: PlannedRun): Promise<string[]> {
    requireModels(run, router)
    if (run.search === 'on' && !canSearch) throw refused('search', NO_ENGINE)
    await requireInputs(run, parts)
    const { budget: asked } = run
    requireCalls(run, ceiling)
    const budget = tighterBudget(asked, ceiling)
    const lowered = loweredBounds(asked, ceiling)
    // Prices may have to be fetched.
    if (budget === undefined || budget.maxCostUsd === null) return lowered
    const panel = await pricesOf(run)
    const isAsked = asked !== undefined && asked.maxCostUsd !== null
    const notBounded = requirePrices(unpricedIn(panel), budget, isAsked)
    requireCost(leastCost(run, panel), budget)
    return [...lowered, ...notBounded]
  }

  return {
    check,
    /** What a run would cost at most, without calling a model; rejects what `check` rejects. */
    async dryRun(run: PlannedRun): Promise<DryRunResponse> {
      const warnings = await check(run)
      const panel = await pricesOf(run)
      const budget = tighterBudget(run.budget, ceiling)
      // Where the models decide the kind, it may be the dearest.
      const kinds = run.kind === null ? QuestionKind.options : [run.kind]
      const search = canSearch ? run.search : undefined
      const most = kinds.map((one) => mostCost({ ...run, search, ...(budget && { budget }) }, one, panel))
      const first = largest(most.map((one) => one.first))
      const all = largest(most.map((one) => one.all))
      // Texts mostly go to all models: what is typical is that of a closed question.
      const typical = most[kinds.indexOf('closed')]?.typical
      return {
        dry_run: true,
        kind: run.kind,
        models: run.models.map(({ model }) => model),
        structure: run.structure,
        calls: { first_round: first.calls, at_most: all.calls },
        cost_usd: { first_round_at_most: first.costUsd, at_most: all.costUsd },
        ...(typical && { typical: { calls: typical.calls, cost_usd_at_most: typical.costUsd } }),
        prices: everyoneIn(panel).map(({ model, price }) => ({
          model: model.model,
          prompt_usd_per_million: price?.promptUsdPerMillion ?? null,
          completion_usd_per_million: price?.completionUsdPerMillion ?? null,
          request_usd: price?.requestUsd ?? null,
        })),
        router: serversOf(run.models, router.connect(run.callerKeys)),
        warnings: [
          ...warnings,
          ...unpricedIn(panel).map((model) => `The price of ${model} is not known here.`),
        ],
      }
    },
  }
}

/** Rejects a budget that does not cover the first answers, and a repair where they must have a format. */
export function requireCalls(run: PlannedRun, ceiling?: Budget): void {
  const { first, models, format, budget, search } = run
  const samples = samplesDrawn(run)
  const hasFormat = format !== undefined
  const repairs = hasFormat ? 1 : 0
  const searches = search === 'on' ? 1 : 0
  const least = (first?.models ?? models).length * samples + repairs + searches
  const own = budget?.maxCalls ?? null
  if (own !== null && own < least)
    throw refused(
      'max_calls',
      `max_calls must be at least ${least}, the number of models${first ? ' that are asked first' : ''}${samples > 1 ? ' times samples' : ''}${hasFormat ? ' and one for a repair of the format' : ''}${searches ? ' and one to say what to search for' : ''}`,
    )
  const most = ceiling?.maxCalls ?? null
  if (most !== null && most < least)
    throw refused(
      'models',
      `models must have at most ${Math.floor((most - repairs - searches) / samples)} entries${samples > 1 ? ` with ${samples} samples each` : ''}: this server allows ${most} calls per request${hasFormat ? ', one of them for a repair of the format' : ''}`,
    )
}

/** Rejects a bound on the cost that nothing would enforce, because prices are unknown; returns warnings about what it does not bound. */
export function requirePrices(unknown: string[], budget: Budget, isAsked: boolean): string[] {
  if (unknown.length === 0 || budget.maxCostUsd === null) return []
  const said = `The prices of ${unknown.join(', ')} are not known here`
  if (isAsked && budget.maxCalls === null) throw refused('max_cost_usd', `${said}; give max_calls as well`)
  return [`${said}: the limit of ${budget.maxCostUsd} USD counts only what their replies say they cost.`]
}

/** Rejects a budget that asking for the first answers alone would exceed. */
function requireCost(least: number | null, { maxCostUsd }: Budget): void {
  if (least === null || maxCostUsd === null || least <= maxCostUsd) return
  const amount = least.toPrecision(2)
  throw refused(
    'max_cost_usd',
    `To ask for the first answers alone costs about ${amount} USD, more than the limit of ${maxCostUsd} USD; raise max_cost_usd or ask fewer models`,
  )
}

function loweredBounds(asked: Budget | undefined, ceiling: Budget | undefined): string[] {
  const lowered = (name: string, own: number | null = null, most: number | null = null) =>
    own !== null && most !== null && own > most
      ? [`${name} was lowered to ${most}, the limit of this server.`]
      : []
  return [
    ...lowered('max_cost_usd', asked?.maxCostUsd, ceiling?.maxCostUsd),
    ...lowered('max_calls', asked?.maxCalls, ceiling?.maxCalls),
  ]
}

/** How many models are named that could be asked instead. */
const MOST_NAMED = 3

/** Rejects a run whose images or files no model of its panel takes, as far as their servers say; names some that would. */
async function requireInputs(
  { models, background, step, callerKeys }: PlannedRun,
  { catalogue, router }: Pick<CostParts, 'catalogue' | 'router'>,
): Promise<void> {
  const serverOf = router.connect(callerKeys).servedBy
  const messages: Array<{ attachments?: Attachment[] } | undefined> = step
    ? step.messages
    : [background, ...(background?.history ?? [])]
  const kinds = new Set(messages.flatMap((message) => message?.attachments?.map(({ kind }) => kind) ?? []))
  for (const kind of kinds) {
    const taken = await Promise.all(models.map((model) => catalogue.inputsOf(model, serverOf(model))))
    if (!taken.every((inputs) => inputs !== null && !inputs.includes(kind))) continue
    const server = serverOf(models[0]!)
    const able = ((await catalogue.list(server)) ?? []).filter(({ inputs }) => inputs?.includes(kind))
    const named = able.slice(0, MOST_NAMED).map(({ id }) => withPrefix(server, id))
    const hint = named.length === 0 ? '' : `, such as ${named.join(', ')}`
    const problem = `No model of the panel takes ${kind}s; ask models that do${hint}`
    throw refused('messages', problem, 'unsupported_value')
  }
}
