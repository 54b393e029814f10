import { expect, it } from 'vitest'
import { resultAddress, routeOf } from './route.ts'

it.each([
  ['', { view: 'ask' }],
  ['#/', { view: 'ask' }],
  ['#/run', { view: 'run' }],
  ['#/history', { view: 'history' }],
  ['#/results/some-id', { view: 'result', id: 'some-id' }],
  ['#/results/%E0%A4%A', { view: 'result', id: '%E0%A4%A' }],
  ['#/models', { view: 'models' }],
  ['#/results', { view: 'unknown' }],
  ['#/history/more', { view: 'unknown' }],
  ['#/elsewhere', { view: 'unknown' }],
])('%s shows %o', (hash, route) => {
  expect(routeOf(hash)).toEqual(route)
})

it('leads to a result whatever its id', () => {
  expect(routeOf(resultAddress('a/b #?'))).toEqual({ view: 'result', id: 'a/b #?' })
})
