import { expect, it } from 'vitest'
import { StrettoApiError, StrettoConnectionError } from '../client/errors.ts'
import { StartError } from '../contract/start-error.ts'
import { failureOf, UnavailableError, UsageError } from './failure.ts'

const api = (status: number | null) => new StrettoApiError({ status, code: 'x', message: 'No.' })

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
  expect(failureOf(error)).toEqual({ message: 'No.', exitCode })
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
