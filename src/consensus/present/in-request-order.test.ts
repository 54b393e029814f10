import { describe, expect, it } from 'vitest'
import { runOpen } from '../../../test/support/engine/claiming-panel.ts'
import { FAIR, GOOD, honest, runDrafts } from '../../../test/support/engine/drafting-panel.ts'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { keeps, modelsNamed, runScripted } from '../../../test/support/engine/scripted-panel.ts'
import type { Deliberation } from '../../engine/index.ts'
import { entryInOrder } from './in-request-order.ts'
import { presentResult } from './present.ts'

const ORDERS = [
  ['ada', 'bob', 'cyd', 'dan'],
  ['dan', 'cyd', 'bob', 'ada'],
  ['cyd', 'ada', 'dan', 'bob'],
]
const namesIn = (items: Array<{ name: string }>) => items.map(({ name }) => name)

/** Whether the names that occur are in the order of the request. */
function expectInOrder(names: string[], order: string[]): void {
  expect(names).toEqual([...names].sort((left, right) => order.indexOf(left) - order.indexOf(right)))
}

describe.each(ORDERS.map((order) => ({ order })))(
  'the models of a result are in the order of the request: $order',
  ({ order }) => {
    const presented = (result: Deliberation) => presentResult(result, modelsNamed(order))

    it('in iterations, clusters and dissent', async () => {
      const said = { ada: '4', bob: '4', cyd: '5', dan: '6' }
      const scripts = Object.fromEntries(Object.entries(said).map(([name, answer]) => [name, keeps(answer)]))
      const result = presented(await runScripted(scripts, { maxIterations: 2 }).result)
      expect(result.entries).toHaveLength(2)
      for (const { responses, clusters } of result.entries) {
        expect(namesIn(responses)).toEqual(order)
        expect(clusters[0]!.models).toHaveLength(2)
        for (const { models } of clusters) expectInOrder(models, order)
      }
      expect(result.dissent.length).toBeGreaterThan(1)
      expectInOrder(namesIn(result.dissent), order)
    })

    it('in claims and their analysis', async () => {
      const text = 'The moon pulls the water. The sun pulls less.'
      const essayist = { text, claims: ['The moon pulls the water.', 'The sun pulls less.'] }
      const panel = {
        ada: essayist,
        bob: essayist,
        cyd: essayist,
        dan: { text: 'Wind makes the tides.', misses: ['The coast.'] },
      }
      const result = presented(await runOpen(panel).result)
      const claims = result.claims!
      expect(Math.max(...claims.map((claim) => claim.for.length))).toBeGreaterThan(1)
      for (const claim of claims)
        for (const names of [claim.for, claim.against, claim.unsure]) expectInOrder(names, order)
      for (const { names } of [...result.analysis!.partial, ...result.analysis!.unique])
        expectInOrder(names, order)
    })

    it('in reviews, by reviewer, and in the authors of each draft', async () => {
      const panel = { ada: honest(GOOD), bob: honest(FAIR), cyd: honest(GOOD), dan: honest(FAIR) }
      const { reviews } = presented(await runDrafts(panel).result)
      expect(reviews!.some(({ authors }) => authors.length > 1)).toBe(true)
      for (const { authors } of reviews!) expectInOrder(authors, order)
      expectInOrder(namesIn(reviews!.filter(({ revised }) => !revised)), order)
    })
  },
)

describe('a place in the request', () => {
  it('is found by the name where a model has several seats, also under the name of a stand-in', () => {
    const seats = ['Two', 'One'].map((name) => ({ model: 'a/b', name }))
    const seen = { provider: 'openrouter', model: 'a/b' }
    const played = entryWith(1, { 'voice (for One)': seen, 'voice (for Two)': seen })
    expect(namesIn(entryInOrder(played, seats).responses)).toEqual(['voice (for Two)', 'voice (for One)'])
    const real = entryWith(1, { One: seen, Two: seen })
    expect(namesIn(entryInOrder(real, seats).responses)).toEqual(['Two', 'One'])
  })

  it('is the last for a model that the request does not name', () => {
    const entry = entryWith(1, { stray: { model: 'x' }, a: { model: 'a' } })
    expect(namesIn(entryInOrder(entry, [{ model: 'a' }]).responses)).toEqual(['a', 'stray'])
  })
})
