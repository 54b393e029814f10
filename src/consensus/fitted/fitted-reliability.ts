import { type ModelReliability, type PanelReport, renamed } from '../model-reliability.ts'
import type { ModelIdentity } from '../model-router.ts'
import { withoutPrefix, withPrefix } from '../provider-prefix.ts'
import type { FittedPanel } from './fitted-panel.ts'

/** Counts nothing, where past runs are not to be heard. */
const WITHOUT_PAST: ModelReliability = {
  reportOn: async () => null,
  runsOf: async () => [],
  count: async () => {},
}

/** Lets what was fitted to labelled questions take the place of what past runs tell, for panels of exactly those models. */
export function withFitted(
  past: ModelReliability | null,
  panels: FittedPanel[],
  identify: (id: string) => ModelIdentity,
): ModelReliability | null {
  if (panels.length === 0) return past
  const fitted = new Map(panels.map((panel) => [panelKey(panel.models.map(identify)), panel]))
  const known = past ?? WITHOUT_PAST
  return {
    ...known,
    async reportOn(models, scope) {
      const panel = fitted.get(panelKey(models))
      return panel === undefined ? known.reportOn(models, scope) : reportFrom(panel, models, identify)
    },
  }
}

/** The same for panels of the same models, in any order and from whichever provider. */
export function panelKey(models: ModelIdentity[]): string {
  return JSON.stringify(models.map(idOf).sort())
}

function idOf({ provider, model }: ModelIdentity): string {
  return withPrefix(provider, withoutPrefix(provider, model))
}

function reportFrom(
  { models: ids, votes, reliability, members, leader }: FittedPanel,
  models: ModelIdentity[],
  identify: (id: string) => ModelIdentity,
): PanelReport {
  const storedAs = new Map(ids.map((id) => [idOf(identify(id)), id]))
  const stored = models.map((model) => storedAs.get(idOf(model))!)
  return renamed({ votes, reliability, members, leader, advice: null, costs: {} }, models, stored)
}
