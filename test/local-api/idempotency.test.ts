import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { openService, post, type TestService } from '../support/service.ts'
import { createTask, PANEL, requestFor } from '../support/tasks.ts'

let service: TestService
beforeAll(async () => {
  service = await openService({ API_KEYS: 'alice:key-of-alice,bob:key-of-bob', LOCAL_AUTH: 'on' })
})
afterAll(() => service.stop())

const asAlice = (key: string) => ({ 'x-api-key': 'key-of-alice', 'Idempotency-Key': key })
const asBob = (key: string) => ({ 'x-api-key': 'key-of-bob', 'Idempotency-Key': key })
const body = requestFor('What is 2 + 2?')

describe('an idempotency key', () => {
  it('returns the same task when the request is repeated, even when it is finished', async () => {
    const first = await createTask(service, body, asAlice('again'))
    expect((await createTask(service, body, asAlice('again'))).id).toBe(first.id)
    await service.tasks.finished((await service.tasks.get(first.id, 'key:alice'))!)
    const later = await createTask(service, body, asAlice('again'))
    expect(later).toMatchObject({ id: first.id, status: 'completed', progress: 1 })
  })

  it('creates one task for simultaneous identical requests', async () => {
    const tasks = await Promise.all([1, 2, 3].map(() => createTask(service, body, asAlice('at once'))))
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(1)
  })

  it('treats a body with explicit defaults as the same', async () => {
    const first = await createTask(service, body, asAlice('aloud'))
    const aloud = {
      structure: 'sonata',
      max_iterations: 7,
      models: PANEL.map((model) => ({ temperature: 0.7, ...model })),
      query: ' What is 2 + 2? ',
    }
    expect((await createTask(service, aloud, asAlice('aloud'))).id).toBe(first.id)
  })

  it('treats little effort as the one iteration that it means', async () => {
    const quick = requestFor('What is 2 + 2?', { effort: 'low' })
    const first = await createTask(service, quick, asAlice('quick'))
    expect((await createTask(service, { ...quick, max_iterations: 1 }, asAlice('quick'))).id).toBe(first.id)
  })

  it.each([
    ['query', requestFor('What is 2 + 3?')],
    ['structure', requestFor('What is 2 + 2?', { structure: 'concert' })],
    ['iterations', requestFor('What is 2 + 2?', { max_iterations: 3 })],
    ['models', requestFor('What is 2 + 2?', { models: [...PANEL, PANEL[0]] })],
  ])('is rejected with a different body: other %s', async (what, other) => {
    const key = `other ${what}`
    await createTask(service, body, asAlice(key))
    const response = await post(service.local, '/consensus', other, asAlice(key))
    await expectError(response, { status: 400, error: 'bad_request', paths: ['Idempotency-Key'] })
  })

  it('belongs to one caller', async () => {
    const ofAlice = await createTask(service, body, asAlice('shared word'))
    const ofBob = await createTask(service, requestFor('What is 2 + 3?'), asBob('shared word'))
    expect(ofBob.id).not.toBe(ofAlice.id)
  })

  it('works on the blocking endpoint, and across both', async () => {
    const ask = async () => (await post(service.local, '/consensus/sync', body, asAlice('sync'))).json()
    const first = await ask()
    expect(await ask()).toEqual(first)
    expect(await createTask(service, body, asAlice('sync'))).toMatchObject({ id: first.id })
  })
})
