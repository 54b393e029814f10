import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { type Place, readJson, thisBrowser } from '../settings/storage.ts'

/** What a question that was asked in this browser took. */
interface PastRun {
  /** Who was asked, in any order. */
  models: string
  costUsd: number | null
  durationMs: number
}

/** What the latest questions to some models took, in the middle. */
export interface Experience {
  runs: number
  costUsd: number | null
  durationMs: number
}

const NAME = 'stretto.runs'
const MOST_KEPT = 40

/** Keeps what a run took. */
export function keepPastRun(
  { models, usage }: Pick<EdgeConsensusResponse, 'models' | 'usage'>,
  place: Place = thisBrowser,
): void {
  const run = { models: panelKey(models), costUsd: usage.cost_usd, durationMs: usage.duration_ms }
  place.write(NAME, JSON.stringify([run, ...readRuns(place)].slice(0, MOST_KEPT)))
}

/** What questions to these models took; null where none was asked here. */
export function experienceWith(models: string[], place: Place = thisBrowser): Experience | null {
  const runs = readRuns(place).filter((run) => run.models === panelKey(models))
  if (runs.length === 0) return null
  // A run of models without a price has cost nothing that is known.
  const costs = runs.flatMap(({ costUsd }) => costUsd || [])
  return {
    runs: runs.length,
    costUsd: costs.length === 0 ? null : middle(costs),
    durationMs: middle(runs.map(({ durationMs }) => durationMs)),
  }
}

function panelKey(models: string[]): string {
  return [...models].sort().join(' ')
}

function middle(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)]!
}

function readRuns(place: Place): PastRun[] {
  return readJson(place, NAME, isRuns) ?? []
}

function isRuns(value: unknown): value is PastRun[] {
  return (
    Array.isArray(value) &&
    value.every((run) => typeof run?.models === 'string' && typeof run.durationMs === 'number')
  )
}
