import { expect, it } from 'vitest'
import { StrettoApiError, StrettoConnectionError } from '../client/errors.ts'
import { StartError } from '../contract/start-error.ts'
import { failureOf, UnavailableError, UsageError } from './failure.ts'

const api = (status: number | null, message = 'No.', code = 'x') =>
  new StrettoApiError({ status, code, message })

it.each<[number, unknown]>([
  [2, new UsageError('No.')],
  [2, api(400)],
  [2, api(404)],
  [2, api(413)],
  [4, api(401)],
  [4, api(429)],
  [4, api(503)],
  [4, api(null)],
  [4, new UnavailableError('No.')],
  [4, new StrettoConnectionError('No.')],
  [1, new StartError('No.')],
])('exits with %i after %s, and says why in a line', (exitCode, error) => {
  expect(failureOf(error)).toMatchObject({ message: 'No.', exitCode })
})

it.each([
  [
    'max_calls must be at least 3, the number of models.',
    '--max-calls must be at least 3, the number of models.',
  ],
  ['raise max_cost_usd or ask fewer models.', 'raise --budget or ask fewer models.'],
  ['models must have at most 16 entries.', '--models must have at most 16 entries.'],
  ['q must not be blank.', 'The text must not be blank.'],
])('names options and not fields: %s', (message, said) => {
  expect(failureOf(api(400, message, 'bad_request'))).toEqual({ message: said, exitCode: 2, isUsage: true })
})

it('shows where a bug is', () => {
  expect(failureOf(new TypeError('odd'))).toEqual({
    message: expect.stringContaining('failure.test.ts'),
    exitCode: 1,
  })
})

it('says that a connection was lost, and nothing that commands the terminal', () => {
  expect(failureOf(new StrettoConnectionError('The connection failed: terminated')).message).toMatch(
    /^The connection was lost/,
  )
  expect(failureOf(new UsageError('No\u001b[2J.')).message).toBe('No.')
})
