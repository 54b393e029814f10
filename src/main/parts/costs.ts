import type { Settings } from '../../config/settings.ts'
import { createRunCosts, type RunCosts } from '../../consensus/budget/run-costs.ts'
import type { ModelCatalogue } from '../../consensus/model-catalogue.ts'
import type { PanelRunner } from '../../consensus/panel-runner.ts'
import type { Budget } from '../../engine/index.ts'
import type { Runtime } from './runtime.ts'

interface CostParts {
  runner: PanelRunner
  catalogue: ModelCatalogue
}

/** Opens what judges budgets and estimates costs before a run. */
export function openCosts({ settings }: Runtime, { runner, catalogue }: CostParts): RunCosts {
  return createRunCosts({
    catalogue,
    routerOf: runner.routerOf,
    readerModel: settings.READER_MODEL ?? null,
    ceiling: ceilingIn(settings),
  })
}

/** What any run of this server may spend at most; undefined for no bound. */
export function ceilingIn({ MAX_COST_USD, MAX_CALLS }: Settings): Budget | undefined {
  if (MAX_COST_USD === undefined && MAX_CALLS === undefined) return undefined
  return { maxCostUsd: MAX_COST_USD ?? null, maxCalls: MAX_CALLS ?? null }
}
