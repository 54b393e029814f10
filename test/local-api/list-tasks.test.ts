import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TaskList } from '../../src/contract/local-consensus.ts'
import { expectError } from '../support/expect-error.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { createTask, requestFor } from '../support/tasks.ts'

let service: TestService
beforeAll(async () => {
  service = await openService({ API_KEYS: 'alice:key-of-alice,bob:key-of-bob', LOCAL_AUTH: 'on' })
})
afterAll(() => service.stop())

const ALICE = { 'x-api-key': 'key-of-alice' }
const list = async (parameters = '', headers: Record<string, string> = ALICE) =>
  get(service.local, `/consensus${parameters}`, headers)

describe('GET /consensus', () => {
  it('lists the tasks of the caller without results, and none of others', async () => {
    const { id } = await createTask(service, requestFor('What is 17 + 25?'), ALICE)
    const record = await service.tasks.get(id, 'key:alice')
    await service.tasks.finished(record!)
    const body = await (await list()).json()
    TaskList.strict().parse(body)
    expect(body).toMatchObject({
      count: 1,
      tasks: [{ id, status: 'completed', progress: 1, query: 'What is 17 + 25?' }],
    })
    expect(body.tasks[0]).not.toHaveProperty('result')
    expect(await (await list('?status=failed')).json()).toEqual({ tasks: [], count: 0 })
    expect(await (await list('?limit=1&status=completed')).json()).toMatchObject({ count: 1 })
    expect(await (await list('', { 'x-api-key': 'key-of-bob' })).json()).toEqual({ tasks: [], count: 0 })
  })

  it('needs the key that tasks need', async () => {
    await expectError(await list('', {}), { status: 401, error: 'unauthorized' })
  })
})

describe('GET /consensus refuses', () => {
  it.each([
    ['limit', '?limit=0', /limit must be an integer from 1 to 100/],
    ['limit', '?limit=101', /limit must be an integer from 1 to 100/],
    ['limit', '?limit=2.5', /limit must be an integer from 1 to 100/],
    ['limit', '?limit=many', /limit must be an integer from 1 to 100/],
    ['limit', '?limit=', /limit must be an integer from 1 to 100/],
    ['status', '?status=done', /status must be one of pending, running, completed, failed/],
    ['status', '?status=', /status must be one of pending, running, completed, failed/],
  ])('%s: %s', async (field, parameters, says) => {
    const refused = { status: 400, error: 'bad_request', paths: [field] }
    expect((await expectError(await list(parameters), refused)).message).toMatch(says)
  })
})
