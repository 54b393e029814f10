import { expect, it } from 'vitest'
import { memoryPlace } from '../../../test/support/memory-place.ts'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import type { Place } from '../settings/storage.ts'
import { experienceWith, keepPastRun } from './past-runs.ts'

const { usage } = sampleEdgeResponse('id', 'Why?')
const keep = (where: Place, models: string[], duration_ms: number, cost_usd: number | null) =>
  keepPastRun({ models, usage: { ...usage, duration_ms, cost_usd } }, where)

it('tells what questions to the same models took, in any order of them', () => {
  const where = memoryPlace()
  keep(where, ['a', 'b'], 3000, 0.01)
  keep(where, ['b', 'a'], 9000, 0.03)
  keep(where, ['a', 'b'], 4000, null)
  keep(where, ['a', 'c'], 1, 1)
  expect(experienceWith(['b', 'a'], where)).toEqual({ runs: 3, costUsd: 0.03, durationMs: 4000 })
})

it('knows nothing of models that were not asked, and is not confused by what others stored', () => {
  const where = memoryPlace()
  expect(experienceWith(['a'], where)).toBeNull()
  where.write('stretto.runs', '[{"models": 1}]')
  expect(experienceWith(['a'], where)).toBeNull()
})
