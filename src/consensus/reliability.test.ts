import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRun } from '../../eval/panels/running-votes.ts'
import type { IterationEntry } from '../contract/deliberation.ts'
import { voterOf } from '../engine/panel/panel.ts'
import { type ModelIdentity, outcomesOf, type Tally, votesFrom } from './reliability.ts'

type ModelTally = ModelIdentity & Tally

const tallied = (model: string, won: number, answered = 100): ModelTally => ({
  provider: 'openrouter',
  model,
  answered,
  won,
})

/** Panels of two to sixteen models that have been counted often enough. */
const panels = fc
  .array(fc.tuple(fc.integer({ min: 50, max: 1_999 }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 2,
    maxLength: 16,
  })
  .map((models) =>
    models.map(([answered, share], index) => tallied(`m/${index}`, Math.round(share * answered), answered)),
  )

const weightsOf = (panel: ModelTally[]) => {
  const votes = votesFrom(panel)
  return panel.map((model) => votes?.[voterOf(model)] ?? 1)
}

describe('the votes of a panel', () => {
  it('are equal until every model has been counted fifty times', () => {
    expect(votesFrom([tallied('a', 45, 50), tallied('b', 20, 49)])).toBeNull()
    expect(votesFrom([tallied('a', 0, 0), tallied('b', 20, 500)])).toBeNull()
    expect(votesFrom([tallied('a', 45, 50), tallied('b', 20, 50)])).not.toBeNull()
  })

  it('are equal if the models are equally reliable, even at the extremes', () => {
    for (const won of [0, 60, 100]) {
      expect(votesFrom([tallied('a', won), tallied('b', won), tallied('c', won)])).toBeNull()
    }
  })

  it('follow the log-odds of rates, smoothed by twenty runs', () => {
    // Pooled 0.7: (90 + 14) / 120, (70 + 14) / 120, (50 + 14) / 120.
    const worth = [104, 84, 64].map((won) => Math.log((3 * won) / (120 - won)))
    const mean = worth.reduce((sum, value) => sum + value) / 3
    const weights = weightsOf([tallied('a', 90), tallied('b', 70), tallied('c', 50)])
    weights.forEach((weight, index) => {
      expect(weight).toBeCloseTo(worth[index]! / mean, 3)
    })
  })

  it('are smoothed more, the fewer runs there are', () => {
    const [few] = weightsOf([tallied('a', 45, 50), tallied('b', 25, 50)])
    const [many] = weightsOf([tallied('a', 900, 1_000), tallied('b', 500, 1_000)])
    expect(many!).toBeGreaterThan(few!)
  })

  it('are limited to between half a vote and two votes', () => {
    const others = ['b', 'c', 'd', 'e', 'f'].map((model) => tallied(model, 20, 1_000))
    expect(weightsOf([tallied('a', 1_000, 1_000), ...others])[0]).toBe(2)
    const best = ['b', 'c', 'd', 'e', 'f'].map((model) => tallied(model, 990, 1_000))
    expect(weightsOf([tallied('a', 20, 1_000), ...best])[0]).toBe(0.5)
  })

  it('are one on average, and within bounds', () => {
    fc.assert(
      fc.property(panels, (panel) => {
        const weights = weightsOf(panel)
        const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
        expect(Math.abs(mean - 1)).toBeLessThanOrEqual(0.0005 + 1e-9)
        for (const weight of weights) {
          expect(weight).toBeGreaterThanOrEqual(0.5)
          expect(weight).toBeLessThanOrEqual(2)
        }
      }),
    )
  })

  it('are never lower for the model that won more of the same number of runs', () => {
    fc.assert(
      fc.property(panels, (panel) => {
        const even = panel.map((model) => ({ ...model, answered: 2_000 }))
        const weights = weightsOf(even)
        even.forEach((one, left) => {
          even.forEach((two, right) => {
            if (one.won > two.won) expect(weights[left]!).toBeGreaterThanOrEqual(weights[right]!)
          })
        })
      }),
    )
  })

  it('do not depend on the order of the models', () => {
    fc.assert(
      fc.property(panels, (panel) => {
        expect(votesFrom([...panel].reverse())).toEqual(votesFrom(panel))
      }),
    )
  })

  it('belong to the model, regardless of the provider', () => {
    const votes = votesFrom([tallied('a', 90), { ...tallied('a', 50), provider: 'openai' }])
    expect(votes!['openrouter|a']!).toBeGreaterThan(votes!['openai|a']!)
  })
})

/** A first round in which seats of these names gave these answers, null for none. */
function exposition(
  answers: Record<string, string | null>,
  changes: { model?: string } = {},
): IterationEntry {
  const given = [...new Set(Object.values(answers))].filter((answer) => answer !== null)
  const entry: Pick<IterationEntry, 'clusters'> & { responses: object[] } = {
    responses: Object.entries(answers).map(([name, position]) => ({
      provider: 'openrouter',
      model: changes.model ?? `m/${name}`,
      name,
      position,
    })),
    // The last first: which cluster was heaviest does not matter.
    clusters: given
      .map((answer) => ({
        answer,
        models: Object.keys(answers).filter((name) => answers[name] === answer),
        weight: 1,
      }))
      .reverse(),
  }
  return entry as unknown as IterationEntry
}

const wonIn = (entry: IterationEntry) => outcomesOf(entry).map(({ model, won }) => [model, won])

describe('the outcome of a first round', () => {
  it('says which models agreed with the majority and which did not', () => {
    expect(outcomesOf(exposition({ a: 'x', b: 'x', c: 'y' }))).toEqual([
      { provider: 'openrouter', model: 'm/a', won: true },
      { provider: 'openrouter', model: 'm/b', won: true },
      { provider: 'openrouter', model: 'm/c', won: false },
    ])
  })

  it('counts seats and not their weights, so that weights do not reinforce themselves', () => {
    const entry = exposition({ a: 'x', b: 'x', c: 'y' })
    entry.clusters.find(({ answer }) => answer === 'y')!.weight = 5
    expect(wonIn(entry)).toEqual([
      ['m/a', true],
      ['m/b', true],
      ['m/c', false],
    ])
  })

  it('leaves out models without an answer', () => {
    expect(wonIn(exposition({ a: 'x', b: 'x', c: null, d: 'y' }))).toEqual([
      ['m/a', true],
      ['m/b', true],
      ['m/d', false],
    ])
  })

  it.each([
    ['all differ', { a: 'x', b: 'y', c: 'z' }],
    ['two camps are as large', { a: 'x', b: 'x', c: 'y', d: 'y' }],
    ['fewer than three answered', { a: 'x', b: 'x', c: null, d: null }],
    ['nobody answered', { a: null, b: null, c: null }],
  ])('is not counted if %s', (_, answers) => {
    expect(outcomesOf(exposition(answers))).toEqual([])
  })

  it('is not counted if a model has two seats, even if one of them gives no answer', () => {
    expect(outcomesOf(exposition({ a: 'x', b: 'x', c: 'x' }, { model: 'm/same' }))).toEqual([])
    const entry = exposition({ a: 'x', b: 'x', c: 'y', d: null })
    entry.responses[3]!.model = 'm/a'
    expect(outcomesOf(entry)).toEqual([])
  })

  it('is not counted if two models have the same name and would be confused', () => {
    const entry = exposition({ a: 'x', b: 'x', c: 'y' })
    entry.responses[2]!.name = 'a'
    expect(outcomesOf(entry)).toEqual([])
  })

  it('counts everyone as a winner if all agree', () => {
    expect(wonIn(exposition({ a: 'x', b: 'x', c: 'x' })).every(([, won]) => won)).toBe(true)
  })
})

describe('a tally', () => {
  it('counts a run, won or lost', () => {
    expect(countRun({ answered: 3, won: 1 }, true)).toEqual({ answered: 4, won: 2 })
    expect(countRun({ answered: 3, won: 1 }, false)).toEqual({ answered: 4, won: 1 })
  })

  it('is halved at two thousand runs, which keeps its rate', () => {
    expect(countRun({ answered: 1_998, won: 999 }, false)).toEqual({ answered: 1_999, won: 999 })
    expect(countRun({ answered: 1_999, won: 1_500 }, true)).toEqual({ answered: 1_000, won: 750.5 })
  })

  it('forgets: after as many runs again, new behaviour outweighs the old', () => {
    let tally = { answered: 1_000, won: 1_000 }
    for (let run = 0; run < 2_000; run++) tally = countRun(tally, false)
    expect(tally.won / tally.answered).toBeLessThan(0.3)
    expect(tally.answered).toBeLessThan(2_000)
  })
})
