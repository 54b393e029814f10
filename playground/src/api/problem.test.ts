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
  [404, 'missing'],
  [400, 'refused'],
  [502, 'refused'],
])('%s means %s', (status, kind) => {
  expect(refusal(status).kind).toBe(kind)
})

it('says how long to wait, in whole seconds', () => {
  expect(refusal(429, { retryAfterSeconds: 2.1 })).toMatchObject({ seconds: 3 })
  expect(refusal(503)).toMatchObject({ seconds: 5 })
})

it.each([
  [400, false],
  [422, true],
  [500, true],
  [502, false],
  [504, true],
])('after %s, whether it may help to try again is %s', (status, mayRetry) => {
  expect(refusal(status)).toMatchObject({ mayRetry })
})

it('may help to try again where a model was only limited', () => {
  const details = [
    { path: 'a/one', problem: 'unauthorized: No such key.' },
    { path: 'b/two', problem: 'rate_limited: Slow down.' },
  ]
  expect(refusal(502, { details })).toMatchObject({ mayRetry: true, lacks: 'key' })
})

it('says once why models failed, and what they lack', () => {
  const problem = 'payment_required: No credit.'
  const details = ['a/one', 'b/two'].map((path) => ({ path, problem }))
  const message = `Only 0 of 2 models answered. a/one – ${problem}; b/two – ${problem}`
  expect(refusal(502, { message, details })).toMatchObject({
    message: 'Only 0 of 2 models answered.',
    details: ['one and two: No credit.'],
    lacks: 'credit',
  })
})

it('says once what is wrong with a field', () => {
  const field = { path: 'samples', problem: 'samples must be an integer' }
  expect(refusal(400, { message: 'samples must be an integer.', details: [field] })).toMatchObject({
    message: 'samples must be an integer.',
    details: [],
  })
  const other = { path: 'models.0', problem: 'must not be blank' }
  expect(
    refusal(400, { message: 'samples must be an integer (and 1 more).', details: [field, other] }),
  ).toMatchObject({ details: ['samples must be an integer', 'models.0: must not be blank'] })
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
