import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runOf, runsWon } from '../../../test/support/counted-runs.ts'
import { voterOf } from '../../engine/index.ts'
import type { ModelIdentity } from './counted-run.ts'
import { votesFromRuns } from './votes-from-runs.ts'

const named = (model: string): ModelIdentity => ({ provider: 'openrouter', model })

/** The weights of models that won as many of these runs as told. */
function weightsOf(won: Record<string, number>, runs = 100): number[] {
  const models = Object.keys(won).map(named)
  const votes = votesFromRuns(runsWon(won, runs), models)
  return models.map((model) => votes?.[voterOf(model)] ?? 1)
}

/** Panels of two to eight models and how often each won, of up to 200 runs. */
const panels = fc
  .tuple(
    fc.integer({ min: 50, max: 200 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }),
  )
  .map(([runs, shares]) => ({
    runs,
    won: Object.fromEntries(shares.map((share, place) => [`m/${place}`, Math.round(share * runs)])),
  }))

describe('the votes of a panel', () => {
  it('are equal until every model has answered in fifty runs', () => {
    const runs = runsWon({ a: 45, b: 20 }, 50)
    expect(votesFromRuns(runs.slice(1), [named('a'), named('b')])).toBeNull()
    expect(votesFromRuns(runs, [named('a'), named('b')])).not.toBeNull()
    expect(votesFromRuns(runs, [named('a'), named('b'), named('unknown')])).toBeNull()
  })

  it('are equal if the models are equally reliable, even at the extremes', () => {
    for (const won of [0, 60, 100]) expect(weightsOf({ a: won, b: won, c: won })).toEqual([1, 1, 1])
  })

  it('follow the log-odds of rates, smoothed by twenty runs', () => {
    // Pooled 0.7: (90 + 14) / 120, (70 + 14) / 120, (50 + 14) / 120.
    const worth = [104, 84, 64].map((won) => Math.log((3 * won) / (120 - won)))
    const mean = worth.reduce((sum, value) => sum + value) / 3
    weightsOf({ a: 90, b: 70, c: 50 }).forEach((weight, index) => {
      expect(weight).toBeCloseTo(worth[index]! / mean, 3)
    })
  })

  it('are smoothed more, the fewer runs there are', () => {
    const [few] = weightsOf({ a: 45, b: 25 }, 50)
    const [many] = weightsOf({ a: 900, b: 500 }, 1_000)
    expect(many!).toBeGreaterThan(few!)
  })

  it('are limited to between half a vote and two votes', () => {
    expect(weightsOf({ a: 1_000, b: 20, c: 20, d: 20, e: 20, f: 20 }, 1_000)[0]).toBe(2)
    expect(weightsOf({ a: 20, b: 990, c: 990, d: 990, e: 990, f: 990 }, 1_000)[0]).toBe(0.5)
  })

  it('are one on average, within bounds, and never lower for the model that won more', () => {
    fc.assert(
      fc.property(panels, ({ won, runs }) => {
        const weights = weightsOf(won, runs)
        const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
        expect(Math.abs(mean - 1)).toBeLessThanOrEqual(0.0005 + 1e-9)
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(0.5)
        expect(Math.max(...weights)).toBeLessThanOrEqual(2)
        const byWins = Object.values(won)
          .map((wins, place) => [wins, weights[place]!] as const)
          .sort(([one], [other]) => one - other)
        byWins.slice(1).forEach(([, weight], place) => {
          expect(weight).toBeGreaterThanOrEqual(byWins[place]![1])
        })
      }),
    )
  })

  it('do not depend on the order of the models', () => {
    fc.assert(
      fc.property(panels, ({ won, runs }) => {
        const models = Object.keys(won).map(named)
        const counted = runsWon(won, runs)
        expect(votesFromRuns(counted, [...models].reverse())).toEqual(votesFromRuns(counted, models))
      }),
    )
  })

  it('belong to the model of a provider', () => {
    const runs = runsWon({ a: 30, b: 58 })
    for (const { ballots } of runs) ballots[1] = { ...ballots[1]!, provider: 'openai', model: 'a' }
    const votes = votesFromRuns(runs, [named('a'), { provider: 'openai', model: 'a' }])
    expect(votes!['openai|a']!).toBeGreaterThan(votes!['openrouter|a']!)
  })

  it('leave out ties and models without an answer', () => {
    const counted = runsWon({ a: 58, b: 30 })
    const models = [named('a'), named('b')]
    const ties = Array.from({ length: 60 }, () => runOf({ a: 0, b: 1, c: 2, d: null }))
    const silent = Array.from({ length: 60 }, () => runOf({ a: null, b: null, c: 0, d: 0 }))
    expect(votesFromRuns([...ties, ...silent], models)).toBeNull()
    expect(votesFromRuns([...counted, ...ties, ...silent], models)).toEqual(votesFromRuns(counted, models))
  })
})
