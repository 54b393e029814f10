import { expect, it } from 'vitest'
import { type LedgerRow, passOdds } from './run-ledger.ts'

/** So many runs in which a model gave every stated result or did not, or in which that cannot be told. */
const rowsOf = (model: string, passed: boolean | undefined, times: number): LedgerRow[] =>
  Array.from({ length: times }, (_, place) => ({
    id: `${model} ${passed} ${place}`,
    countedAt: place,
    delivered: null,
    ballots: [
      { provider: 'a', model, group: null, cost: null, right: null, ...(passed !== undefined && { passed }) },
    ],
  }))

it('the odds of a model are the programs that gave every stated result by those that did not', () => {
  const rows = [...rowsOf('x', true, 44), ...rowsOf('x', false, 8), ...rowsOf('y', true, 50)]
  expect(passOdds(rows, ['a|x', 'a|y'])).toEqual([5, 51])
})

it('odds are given once every model of a panel has 50 programs that were run', () => {
  const rows = [...rowsOf('x', true, 60), ...rowsOf('y', true, 49), ...rowsOf('y', undefined, 20)]
  expect(passOdds(rows, ['a|x', 'a|y'])).toBeNull()
  expect(passOdds(rows, ['a|x', 'a|z'])).toBeNull()
  expect(passOdds(rows, ['a|x'])).toEqual([61])
})
