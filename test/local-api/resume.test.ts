import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventsOf } from '../support/event-stream.ts'
import { REAL_ROUTER } from '../support/fake-provider.ts'
import { askedFor } from '../support/panel-replies.ts'
import { FIRST_ITERATION, QUARREL, quarrellingModels } from '../support/quarrel.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

let service: TestService
let provider: ReturnType<typeof quarrellingModels>
beforeEach(async () => {
  service = await openService(REAL_ROUTER)
  provider = quarrellingModels()
})
afterEach(async () => {
  provider.release()
  await service.stop()
  provider.restore()
})

/** Stops the service while calls are held back, and starts another on its folder. */
async function restart(): Promise<number> {
  await service.stop({ keepFolder: true })
  provider.release()
  service = await openService(REAL_ROUTER, service.folder)
  return service.tasks.resume()
}

describe('a task that a restart interrupts', () => {
  it('resumes from its last finished iteration, and nothing is paid twice', async () => {
    provider.holdAfter(FIRST_ITERATION)
    const { id } = await createTask(service, QUARREL)
    await provider.called(FIRST_ITERATION + 2)
    expect(await restart()).toBe(1)
    const before = provider.calls.length
    const task = await finishedTask(service, id)
    expect(task).toMatchObject({ status: 'completed', progress: 1, result: { iterations_used: 2 } })
    // Of iteration 2 alone: iteration 1 is neither asked nor read again.
    expect(before).toBe(FIRST_ITERATION + 2)
    expect(provider.calls.slice(before).map(({ prompt }) => askedFor(prompt))).toEqual(['rulings', 'rulings'])
    expect(task.result.usage.calls).toBe(FIRST_ITERATION + 2)
    expect(task.result.iterations.map(({ iteration }: { iteration: number }) => iteration)).toEqual([1, 2])
  })

  it('asks on with the messages and documents that the question came with', async () => {
    provider.holdAfter(FIRST_ITERATION)
    const { id } = await createTask(service, {
      ...QUARREL,
      messages: [{ role: 'system', content: 'Be curt.' }],
      context: [{ title: 'Abacus', text: 'Two beads and two beads.' }],
    })
    await provider.called(FIRST_ITERATION + 2)
    expect(await restart()).toBe(1)
    const before = provider.calls.length
    await finishedTask(service, id)
    const asked = provider.calls.slice(before)
    expect(asked.length).toBeGreaterThan(0)
    for (const { prompt } of asked) expect(prompt).toMatch(/Be curt\.[\s\S]*Two beads and two beads\./)
  })

  it('does not ask a model again that has answered in the current iteration', async () => {
    provider.hold(({ model }) => model === 'vendor/second')
    const { id } = await createTask(service, QUARREL)
    for await (const { event } of eventsOf(await get(service.local, `/consensus/${id}/events`))) {
      if (event === 'answer-received') break
    }
    expect(await restart()).toBe(1)
    const { result } = await finishedTask(service, id)
    expect(result.iterations[0].responses.map(({ answer }: { answer: string }) => answer).sort()).toEqual([
      '4',
      '5',
    ])
    // Of iteration 1 only the second is asked again: it was held back and never paid for.
    expect(
      provider.calls
        .slice(0, 3)
        .map(({ model }) => model)
        .sort(),
    ).toEqual(['vendor/first', 'vendor/second', 'vendor/second'])
  })

  it('can still be polled in between, and its idempotency key still names it', async () => {
    provider.holdAfter(FIRST_ITERATION)
    const headers = { 'Idempotency-Key': 'once' }
    const { id } = await createTask(service, QUARREL, headers)
    await provider.called(FIRST_ITERATION + 2)
    await service.stop({ keepFolder: true })
    service = await openService(REAL_ROUTER, service.folder)
    expect(await (await get(service.local, `/consensus/${id}`)).json()).toMatchObject({
      status: 'running',
      progress: 0.5,
    })
    expect((await createTask(service, QUARREL, headers)).id).toBe(id)
  })

  it('fails if it used the caller’s own key, which is never stored', async () => {
    provider.hold()
    const { id } = await createTask(service, QUARREL, { 'x-router-key': 'sk-of-the-caller' })
    await provider.called(2)
    expect(provider.calls.every(({ key }) => key === 'Bearer sk-of-the-caller')).toBe(true)
    expect(await restart()).toBe(1)
    const task = await finishedTask(service, id)
    expect(task).toMatchObject({ status: 'failed', error: { code: 'unavailable' } })
    expect(task.error.message).toMatch(/your own router key/)
  })

  it('leaves a blocking caller with 503 and the task to poll', async () => {
    provider.hold()
    const waiting = post(service.local, '/consensus/sync', QUARREL)
    await provider.called(2)
    await service.stop({ keepFolder: true })
    const response = await waiting
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
    const { message } = await response.json()
    const id = /task ([0-9a-f-]{36})/.exec(message)?.[1] ?? ''
    provider.release()
    service = await openService(REAL_ROUTER, service.folder)
    expect(await service.tasks.resume()).toBe(1)
    expect(await finishedTask(service, id)).toMatchObject({ status: 'completed' })
  })
})

describe('resuming unfinished tasks', () => {
  it('does not affect running tasks, including those with a caller’s own key', async () => {
    provider.hold()
    const own = await createTask(service, QUARREL)
    const callers = await createTask(service, QUARREL, { 'x-router-key': 'sk-of-the-caller' })
    await provider.called(4)
    expect(await service.tasks.resume()).toBe(0)
    provider.release()
    for (const { id } of [own, callers])
      expect(await finishedTask(service, id)).toMatchObject({ status: 'completed' })
    // Two tasks, each with two iterations and a reading: nothing was asked for a second run.
    expect(provider.calls).toHaveLength(2 * (FIRST_ITERATION + 2))
  })
})

describe('a service that is stopping', () => {
  it('accepts no new task', async () => {
    await service.tasks.close(AbortSignal.abort())
    const response = await post(service.local, '/consensus', QUARREL)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(await response.json()).toMatchObject({ error: 'unavailable' })
  })
})
