import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, requestFor } from '../support/tasks.ts'

const KEYS = { API_KEYS: 'alice:key-of-alice,bob:key-of-bob' }
const alice = { 'x-api-key': 'key-of-alice' }
const bob = { Authorization: 'Bearer key-of-bob' }
const body = requestFor('What is 2 + 2?')

describe('with LOCAL_AUTH=on', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openService({ ...KEYS, LOCAL_AUTH: 'on' })
  })
  afterAll(() => service.stop())

  it.each([
    ['POST', '/consensus'],
    ['POST', '/consensus/sync'],
    ['GET', '/consensus/some-id'],
    ['DELETE', '/consensus/some-id'],
    ['GET', '/consensus/some-id/events'],
  ])('%s %s needs a key', async (method, path) => {
    const wrong: Array<Record<string, string>> = [
      {},
      { 'x-api-key': 'wrong' },
      { 'x-api-key': 'wrong', ...bob },
    ]
    for (const headers of wrong) {
      const response = await service.local.request(path, { method, headers })
      await expectError(response, { status: 401, error: 'unauthorized' })
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
    }
    expect((await service.local.request(path, { method, headers: bob })).status).not.toBe(401)
  })

  it.each(['/health', '/docs', '/openapi.json'])('GET %s is open', async (path) => {
    expect((await get(service.local, path)).status).toBe(200)
  })

  it('a key sees, cancels and watches only its own tasks', async () => {
    const { id } = await createTask(service, body, alice)
    expect((await get(service.local, `/consensus/${id}`, alice)).status).toBe(200)
    const missing = { status: 404, error: 'not_found' }
    await expectError(await get(service.local, `/consensus/${id}`, bob), missing)
    await expectError(await get(service.local, `/consensus/${id}/events`, bob), missing)
    const removed = await service.local.request(`/consensus/${id}`, { method: 'DELETE', headers: bob })
    await expectError(removed, missing)
    const record = await service.tasks.get(id, 'key:alice')
    expect((await service.tasks.finished(record!)).status).toBe('completed')
  })
})

describe('with LOCAL_AUTH off', () => {
  it('keys protect only the edge API', async () => {
    const service = await openService(KEYS)
    expect((await get(service.edge, '/cache/stats')).status).toBe(401)
    expect((await post(service.local, '/consensus/sync', body)).status).toBe(200)
    const { id } = await createTask(service, body)
    expect((await get(service.local, `/consensus/${id}`, { 'x-api-key': 'anything' })).status).toBe(200)
    await service.stop()
  })
})
