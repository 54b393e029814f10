import type { DryRunResponse } from '../../contract/dry-run.ts'
import { QuestionKind } from '../../contract/question-kind.ts'
import type { Budget } from '../../engine/index.ts'
import type { ModelCatalogue } from '../model-catalogue.ts'
import type { ModelRouter } from '../model-router.ts'
import type { PlannedRun } from '../panel-runner.ts'
import { samplesDrawn } from '../requested-stages.ts'
import { requireInputs, requireModels } from '../require-models.ts'
import { loweredBounds, requireCalls, requireCost, requirePrices, tighterBudget } from './check-budget.ts'
import { leastCost, type Most, mostCost } from './most-cost.ts'
import { everyoneIn, type PricedModel, type PriceParts, panelPrices, unpricedIn } from './panel-prices.ts'

/** What can be said about a run before it begins, above all of its cost. */
export interface RunCosts {
  /** Rejects a run with models that cannot be asked. */
  requireModels(run: Parameters<typeof requireModels>[0]): void
  /** Rejects a run that needs other models, or whose budget cannot be kept; returns warnings about what it does not bound. */
  check(run: PlannedRun): Promise<string[]>
  /** What a run would cost at most, without calling a model; rejects what `check` rejects. */
  dryRun(run: PlannedRun): Promise<DryRunResponse>
}

interface CostParts extends PriceParts {
  catalogue: PriceParts['catalogue'] & Pick<ModelCatalogue, 'inputsOf' | 'list'>
  servers: ModelRouter['servers']
  /** The model that reads replies unless a run names one; null for one of the panel. */
  readerModel: string | null
  /** What a run of this server may spend at most; absent for no bound. */
  ceiling?: Budget
}

/** Judges budgets and estimates costs by the prices that are known. */
export function createRunCosts({ ceiling, ...parts }: CostParts): RunCosts {
  const pricesOf = (run: PlannedRun) =>
    panelPrices({ ...run, reader: run.reader ?? parts.readerModel }, parts)

  const serverOf =
    ({ routerKey }: Pick<PlannedRun, 'routerKey'>) =>
    (model: PlannedRun['models'][number]) =>
      parts.routerOf([model], routerKey)
  const requireAll: RunCosts['requireModels'] = (run) =>
    requireModels(run, { serverOf: serverOf(run), servers: parts.servers })

  async function check(run: PlannedRun): Promise<string[]> {
    requireAll(run)
    await requireInputs(run, { catalogue: parts.catalogue, serverOf: serverOf(run) })
    const { budget: asked } = run
    requireCalls(asked, ceiling, {
      seats: (run.first ?? run).models.length,
      samples: samplesDrawn(run),
      isStaged: run.first !== undefined,
      hasFormat: run.format !== undefined,
    })
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
    requireModels: requireAll,
    check,
    async dryRun(run) {
      const warnings = await check(run)
      const panel = await pricesOf(run)
      const budget = tighterBudget(run.budget, ceiling)
      // Where the models decide the kind, it may be the dearest.
      const kinds = run.kind === null ? QuestionKind.options : [run.kind]
      const most = kinds.map((one) => mostCost({ ...run, ...(budget && { budget }) }, one, panel))
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
        prices: everyoneIn(panel).map(priceOnWire),
        router: parts.routerOf(run.models, run.routerKey),
        warnings: [
          ...warnings,
          ...unpricedIn(panel).map((model) => `The price of ${model} is not known here.`),
        ],
      }
    },
  }
}

function largest(all: Most[]): Most {
  const costs = all.map(({ costUsd }) => costUsd)
  return {
    calls: Math.max(...all.map(({ calls }) => calls)),
    costUsd: costs.includes(null) ? null : Math.max(...costs.map((cost) => cost ?? 0)),
  }
}

function priceOnWire({ model, price }: PricedModel): DryRunResponse['prices'][number] {
  return {
    model: model.model,
    prompt_usd_per_million: price?.promptUsdPerMillion ?? null,
    completion_usd_per_million: price?.completionUsdPerMillion ?? null,
    request_usd: price?.requestUsd ?? null,
  }
}
