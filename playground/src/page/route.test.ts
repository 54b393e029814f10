import { expect, it } from 'vitest'
import { resultAddress, routeOf } from './route.ts'

it.each([
  ['', { view: 'ask' }],
  ['#/', { view: 'ask' }],
  ['#/run', { view: 'run' }],
  ['#/runs/some-id', { view: 'run', id: 'some-id' }],
  ['#/runs', { view: 'unknown' }],
  ['#/history', { view: 'history' }],
  ['#/results/some-id', { view: 'result', ids: ['some-id'] }],
  ['#/results/%E0%A4%A', { view: 'result', ids: ['%E0%A4%A'] }],
  ['#/recording/fact', { view: 'recording', name: 'fact' }],
  ['#/recording', { view: 'unknown' }],
  ['#/models', { view: 'models' }],
  ['#/results', { view: 'unknown' }],
  ['#/history/more', { view: 'unknown' }],
  ['#/elsewhere', { view: 'unknown' }],
])('%s shows %o', (hash, route) => {
  expect(routeOf(hash)).toEqual(route)
})

it('leads to results whatever their ids', () => {
  expect(routeOf(resultAddress(['a/b, #?', 'c']))).toEqual({ view: 'result', ids: ['a/b, #?', 'c'] })
})
