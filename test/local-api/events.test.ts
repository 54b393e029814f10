import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allEventsOf, eventsOf, readText, type ServerEvent } from '../support/event-stream.ts'
import { REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { FIRST_ITERATION, QUARREL, quarrellingModels } from '../support/quarrel.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

let service: TestService
let provider: ReturnType<typeof quarrellingModels>
beforeEach(async () => {
  service = await openService(REAL_ROUTER)
  provider = quarrellingModels()
  // What comes after iteration 1 waits until the test lets it go.
  provider.holdAfter(FIRST_ITERATION)
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

const stream = (id: string, headers: Record<string, string> = {}) =>
  get(service.local, `/consensus/${id}/events`, headers)
const named = (events: ServerEvent[], name: string) => events.filter(({ event }) => event === name)
const iterationsOf = (events: ServerEvent[]) =>
  named(events, 'iteration-end').map(({ data }) => data.iteration)
const next = async (events: AsyncGenerator<ServerEvent, void>) => (await events.next()).value as ServerEvent

/** A task that has finished its first iteration and waits in its second. */
async function halfway(): Promise<string> {
  const { id } = await createTask(service, QUARREL)
  await provider.called(FIRST_ITERATION + 2)
  return id
}

describe('GET /consensus/{id}/events', () => {
  it('is a stream of server-sent events', async () => {
    const id = await halfway()
    provider.release()
    const response = await stream(id)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
    await allEventsOf(response)
  })

  it('sends past events first, then live ones, until the task is finished', async () => {
    const id = await halfway()
    const events = eventsOf(await stream(id))
    const past: ServerEvent[] = []
    do past.push(await next(events))
    while (past.at(-1)?.event !== 'iteration-start' || past.at(-1)?.data.iteration !== 2)
    expect(named(past, 'iteration-end')).toMatchObject([{ data: { iteration: 1, level: 1 } }])
    expect(named(past, 'task-change').map(({ data }) => [data.status, data.progress])).toEqual([
      ['pending', 0],
      ['running', 0],
      ['running', 0.5],
    ])

    provider.release()
    const live: ServerEvent[] = []
    for await (const event of events) live.push(event)
    const heard = { iteration: 2, answered: true, error: null }
    expect(named(live, 'answer-received').map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...heard, model: 'vendor/first' }),
        expect.objectContaining({ ...heard, model: 'vendor/second' }),
      ]),
    )
    expect(iterationsOf(live)).toEqual([2])
    const task = await (await get(service.local, `/consensus/${id}`)).json()
    expect(live.at(-1)).toMatchObject({ event: 'task-change', data: task })
    expect(task.status).toBe('completed')
  })

  it('follows a task from its beginning, each iteration once and in order', async () => {
    provider.hold()
    const { id } = await createTask(service, QUARREL)
    const collected = stream(id).then(allEventsOf)
    await provider.called(2)
    provider.release()
    await provider.called(FIRST_ITERATION + 2)
    provider.release()
    const events = await collected
    expect(iterationsOf(events)).toEqual([1, 2])
    const progress = named(events, 'task-change').map(({ data }) => data.progress)
    expect(progress).toEqual([...progress].sort((left, right) => left - right))
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', progress: 1 })
  })

  it('numbers its events, and continues after Last-Event-ID', async () => {
    const id = await halfway()
    const events = eventsOf(await stream(id))
    const seen = [await next(events), await next(events), await next(events)]
    await events.return()
    const collected = stream(id, { 'Last-Event-ID': seen.at(-1)!.id! }).then(allEventsOf)
    provider.release()
    const rest = await collected
    expect([...seen, ...rest]).toEqual(await allEventsOf(await stream(id)))
    const numbers = [...seen, ...rest].map(({ id: number }) => Number(number))
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
  })

  it.each(['', 'nonsense', '-1'])('sends everything for an invalid Last-Event-ID: %j', async (last) => {
    const id = await halfway()
    provider.release()
    await finishedTask(service, id)
    const events = await allEventsOf(await stream(id, { 'Last-Event-ID': last }))
    expect(iterationsOf(events)).toEqual([1, 2])
  })

  it('sends all events of a finished task and ends', async () => {
    const id = await halfway()
    provider.release()
    const task = await finishedTask(service, id)
    const events = await allEventsOf(await stream(id))
    expect(named(events, 'iteration-end').map(({ data }) => data)).toEqual(task.result.iterations)
    expect(events.at(-1)?.data).toEqual(task)
  })

  onNode('timers')('sends the end even if the clock has been set back', async () => {
    const id = await halfway()
    const events = eventsOf(await stream(id))
    await next(events)
    expect(await next(events)).toMatchObject({ event: 'task-change', data: { status: 'running' } })
    const hourAgo = Date.now() - 3_600_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(hourAgo)
    try {
      provider.release()
      const live: ServerEvent[] = []
      for await (const event of events) live.push(event)
      expect(live.at(-1)).toMatchObject({ event: 'task-change', data: { status: 'completed' } })
      expect(live.at(-1)?.data.updated_at).toBe(hourAgo)
    } finally {
      clock.mockRestore()
    }
  })

  it('ends when the task is cancelled', async () => {
    const id = await halfway()
    const collected = stream(id).then(allEventsOf)
    await service.local.request(`/consensus/${id}`, { method: 'DELETE' })
    expect((await collected).at(-1)?.data).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  })

  it('sends the same events to several watchers of one task', async () => {
    const id = await halfway()
    const watchers = [1, 2, 3].map(() => stream(id).then(allEventsOf))
    provider.release()
    for (const events of await Promise.all(watchers)) {
      expect(named(events, 'iteration-end')).toHaveLength(2)
      expect(events.at(-1)?.data.status).toBe('completed')
    }
  })

  onNode('timers')('sends a comment every 15 seconds while nothing happens', async () => {
    const id = await halfway()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const text = readText(await stream(id))
      await text.until('"iteration":2')
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 60_000, interval: 1 })
      await vi.advanceTimersByTimeAsync(14_000)
      expect(text.soFar()).not.toMatch(/^:/m)
      await vi.advanceTimersByTimeAsync(1_000)
      await text.until(': waiting\n\n')
      await text.leave()
    } finally {
      vi.useRealTimers()
    }
  })
})
