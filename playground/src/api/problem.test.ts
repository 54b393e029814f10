import { expect, it } from 'vitest'
import { StrettoApiError, StrettoConnectionError } from '../../../src/client/errors.ts'
import { apiAddress } from './edge.ts'
import { problemOf } from './problem.ts'

const refusal = (status: number, more = {}) =>
  problemOf(new StrettoApiError({ status, code: 'some_code', message: 'No.', ...more }))

it.each([
  [401, 'key'],
  [429, 'wait'],
  [503, 'wait'],
  [400, 'refused'],
  [502, 'refused'],
])('%s means %s', (status, kind) => {
  expect(refusal(status).kind).toBe(kind)
})

it('says how long to wait, in whole seconds', () => {
  expect(refusal(429, { retryAfterSeconds: 2.1 })).toMatchObject({ seconds: 3 })
  expect(refusal(503)).toMatchObject({ seconds: 5 })
})

it('tells a lost connection from a refusal', () => {
  expect(problemOf(new StrettoConnectionError('Gone.'))).toEqual({ kind: 'lost', message: 'Gone.' })
})

it.each([
  ['http://localhost:8787/playground', 'http://localhost:8787/'],
  ['https://example.org/tools/stretto/playground#/results/id', 'https://example.org/tools/stretto/'],
])('a page at %s calls the API at %s', (page, address) => {
  expect(apiAddress(page)).toBe(address)
})
