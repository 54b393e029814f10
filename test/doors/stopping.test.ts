import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { requestFor } from '../support/tasks.ts'

let service: TestService
beforeAll(async () => {
  service = await openService()
  service.refuseRequests()
})
afterAll(() => service.stop())

it.each([
  ['GET /health of the edge API', () => get(service.edge, '/health')],
  ['a consensus', () => post(service.edge, '/consensus-iterative', { query: 'What is 1 + 1?' })],
  ['a body that is not JSON', () => service.edge.request('/consensus', { method: 'POST', body: 'x' })],
  ['GET /health of the local API', () => get(service.local, '/health')],
  ['a task', () => post(service.local, '/consensus', requestFor('What is 1 + 1?'))],
])('a stopping service answers every caller with Retry-After: %s', async (_, ask) => {
  const response = await ask()
  await expectError(response, { status: 503, error: 'unavailable' })
  expect(response.headers.get('Retry-After')).toBe('5')
})
