import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask, requestFor } from '../support/tasks.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  service = await openService({ ...REAL_ROUTER, TASK_CONCURRENCY: '1', TASK_QUEUE_LIMIT: '2' })
  provider = fakeProvider((call) => replyAs('4', call))
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

const remove = (id: string) => service.local.request(`/consensus/${id}`, { method: 'DELETE' })
const poll = async (id: string) => (await get(service.local, `/consensus/${id}`)).json()

describe('DELETE /consensus/{id}', () => {
  it('cancels a running task: it fails with the code cancelled, and its model calls are aborted', async () => {
    provider.hold()
    const { id } = await createTask(service, requestFor('What is 2 + 2?'))
    await provider.called(2)
    expect(await poll(id)).toMatchObject({ status: 'running', progress: 0 })

    const response = await remove(id)
    const cancelled = await response.json()
    expect(response.status).toBe(200)
    expect(cancelled).toMatchObject({ id, status: 'failed', error: { code: 'cancelled' } })
    expect(cancelled).not.toHaveProperty('result')
    expect(provider.calls.map(({ signal }) => signal?.aborted)).toEqual([true, true])

    provider.release()
    expect(await finishedTask(service, id)).toEqual(cancelled)
    expect(provider.calls).toHaveLength(2)
  })

  onNode('turns')('cancels a waiting task, which then never runs', async () => {
    provider.hold()
    const running = await createTask(service, requestFor('What is 2 + 2?'))
    await provider.called(2)
    const waiting = await createTask(service, requestFor('What is 1 + 3?'))
    expect(await (await remove(waiting.id)).json()).toMatchObject({ status: 'failed' })
    // Its place is free again before the first has ended.
    expect(await finishedTask(service, waiting.id)).toMatchObject({ error: { code: 'cancelled' } })
    const next = await createTask(service, requestFor('What is 5 - 1?'))
    expect((await remove(next.id)).status).toBe(200)
    provider.release()
    expect(await finishedTask(service, running.id)).toMatchObject({ status: 'completed' })
    expect(await finishedTask(service, waiting.id)).toMatchObject({ status: 'failed', progress: 0 })
    expect(provider.calls).toHaveLength(2)
  })

  it('leaves a finished task unchanged', async () => {
    const { id } = await createTask(service, requestFor('What is 2 + 2?'))
    const completed = await finishedTask(service, id)
    expect(completed.status).toBe('completed')
    expect(await (await remove(id)).json()).toEqual(completed)
    expect(await poll(id)).toEqual(completed)
  })

  it('is idempotent: a second time it returns the task unchanged', async () => {
    provider.hold()
    const { id } = await createTask(service, requestFor('What is 2 + 2?'))
    const first = await (await remove(id)).json()
    expect(await (await remove(id)).json()).toEqual(first)
  })

  it('ends a blocking request that waits for the task', async () => {
    provider.hold()
    const headers = { 'Idempotency-Key': 'both' }
    const waiting = post(service.local, '/consensus/sync', requestFor('What is 2 + 2?'), headers)
    await provider.called(2)
    const { id } = await createTask(service, requestFor('What is 2 + 2?'), headers)
    await remove(id)
    await expectError(await waiting, { status: 503, error: 'cancelled' })
  })
})

describe('a caller who leaves a blocking request', () => {
  const leave = (headers: Record<string, string>) => {
    const gone = new AbortController()
    const answered = service.local.request('/consensus/sync', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(requestFor('What is 2 + 2?')),
      signal: gone.signal,
    })
    return { gone, answered }
  }

  onNode('parts')('cancels it, because nobody could fetch the result', async () => {
    provider.hold()
    const { gone, answered } = leave({})
    await provider.called(2)
    gone.abort()
    await expectError(await answered, { status: 503, error: 'cancelled' })
    expect(provider.calls.every(({ signal }) => signal?.aborted)).toBe(true)
  })

  onNode('parts').each([
    ['before it is read', () => service.tasks.create],
    [
      'on its way into the store',
      (gone: AbortController) => {
        const { create } = service.tasks
        return (task: Parameters<typeof create>[0]) => {
          const stored = create(task)
          gone.abort()
          return stored
        }
      },
    ],
  ])('pays nothing if it left before its task was stored: %s', async (when, createFor) => {
    const { create } = service.tasks
    const { gone, answered } = leave({})
    service.tasks.create = createFor(gone)
    if (when === 'before it is read') gone.abort()
    await expectError(await answered, { status: 503, error: 'cancelled' })
    service.tasks.create = create
    // What is asked next is asked alone: nothing of the other runs on.
    const { id } = await createTask(service, requestFor('What is 1 + 3?'))
    expect(await finishedTask(service, id)).toMatchObject({ status: 'completed' })
    expect(provider.calls).toHaveLength(2)
  })

  onNode('parts')('does not cancel it if an idempotency key lets the caller come back', async () => {
    provider.hold()
    const { gone, answered } = leave({ 'Idempotency-Key': 'later' })
    await provider.called(2)
    gone.abort()
    provider.release()
    expect((await answered).status).toBe(200)
  })
})

describe('a service with the maximum number of tasks', () => {
  onNode('turns')('refuses another with 503 and says when to try again', async () => {
    provider.hold()
    await createTask(service, requestFor('What is 2 + 2?'))
    await createTask(service, requestFor('What is 1 + 3?'))
    const response = await post(service.local, '/consensus', requestFor('What is 3 + 1?'))
    await expectError(response, { status: 503, error: 'unavailable' })
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  onNode('turns')('counts simultaneous requests', async () => {
    provider.hold()
    const queries = ['What is 2 + 2?', 'What is 1 + 3?', 'What is 3 + 1?', 'What is 4 + 0?']
    const responses = await Promise.all(
      queries.map((query) => post(service.local, '/consensus', requestFor(query))),
    )
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(2)
  })
})
