import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalClient, type LocalRequest, type TaskEvent } from '../../src/client/index.ts'
import { REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { FIRST_ITERATION, QUARREL, quarrellingModels } from '../support/quarrel.ts'
import { openService, type TestService } from '../support/service.ts'

const question = QUARREL as LocalRequest

let service: TestService
let provider: ReturnType<typeof quarrellingModels>
beforeEach(async () => {
  service = await openService(REAL_ROUTER)
  provider = quarrellingModels()
  // What comes after iteration 1 waits until the test lets it go.
  provider.holdAfter(FIRST_ITERATION)
})
afterEach(async () => {
  vi.useRealTimers()
  await service.stop()
  provider.restore()
})

/** A client of the service whose requests can be tampered with. */
function clientThrough(
  tamper: (request: Request, next: () => Promise<Response>) => Response | Promise<Response>,
) {
  return createLocalClient({
    baseUrl: 'http://localhost',
    fetch: (url, init) => tamper(new Request(url, init), async () => service.local.request(url, init)),
  })
}
const isStream = ({ url }: Request) => url.endsWith('/events')

describe('waiting for a task', () => {
  it('gives its result', async () => {
    const client = clientThrough((_, next) => next())
    const { id } = await client.create(question)
    const result = client.waitForTask(id)
    await provider.called(FIRST_ITERATION + 2)
    provider.release()
    expect(await result).toMatchObject({ id, iterations_used: 2 })
    expect(await client.get(id)).toMatchObject({ status: 'completed', result: await result })
  })

  it('rejects with the error of a task that failed', async () => {
    const client = clientThrough((_, next) => next())
    const { id } = await client.create(question)
    const result = client.waitForTask(id).catch((error: unknown) => error)
    await provider.called(FIRST_ITERATION + 2)
    await client.cancel(id)
    expect(await result).toMatchObject({ name: 'StrettoApiError', status: null, code: 'cancelled' })
  })

  it('rejects for a task that does not exist', async () => {
    const client = clientThrough((_, next) => next())
    await expect(client.waitForTask('none')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })

  it('polls where event streams do not get through', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 20,
    })
    const client = clientThrough((request, next) => {
      if (isStream(request)) throw new TypeError('cut')
      return next()
    })
    const { id } = await client.create(question)
    const result = client.waitForTask(id)
    await provider.called(FIRST_ITERATION + 2)
    provider.release()
    const finished = result.then(() => true)
    while (!(await Promise.race([finished, vi.advanceTimersByTimeAsync(1_000).then(() => false)])));
    expect(await result).toMatchObject({ id, iterations_used: 2 })
  })

  it('stops when its signal is aborted, and leaves the task alone', async () => {
    const client = clientThrough((_, next) => next())
    const { id } = await client.create(question)
    const controller = new AbortController()
    const result = client.waitForTask(id, { signal: controller.signal }).catch((error: unknown) => error)
    await provider.called(FIRST_ITERATION + 2)
    controller.abort(new Error('enough'))
    expect(await result).toEqual(new Error('enough'))
    expect(await client.get(id)).toMatchObject({ status: 'running' })
  })
})

describe('the events of a task', () => {
  async function collect(events: AsyncIterable<TaskEvent>): Promise<TaskEvent[]> {
    const all: TaskEvent[] = []
    for await (const event of events) all.push(event)
    return all
  }

  it('are numbered and typed, and end with the finished task', async () => {
    const client = clientThrough((_, next) => next())
    const { id } = await client.create(question)
    const collected = collect(client.events(id))
    await provider.called(FIRST_ITERATION + 2)
    provider.release()
    const events = await collected
    expect(events.map(({ number }) => number)).toEqual(events.map((_, place) => place + 1))
    const ends = events.flatMap((event) => (event.type === 'iteration-end' ? [event.data.iteration] : []))
    expect(ends).toEqual([1, 2])
    expect(events.at(-1)).toMatchObject({ type: 'task-change', data: { status: 'completed', progress: 1 } })
    const last = events.at(-1)!.number
    expect(await collect(client.events(id, { after: last - 1 }))).toEqual([events.at(-1)])
  })

  it('go on after the last one that arrived when the connection is lost', async () => {
    let streams = 0
    const client = clientThrough(async (request, next) => {
      const response = await next()
      if (!isStream(request) || ++streams > 1) return response
      // The first stream breaks after one event.
      const reader = response.body!.getReader()
      let pulled = 0
      return new Response(
        new ReadableStream({
          async pull(controller) {
            if (pulled++ === 0) return controller.enqueue((await reader.read()).value)
            await reader.cancel()
            controller.error(new TypeError('terminated'))
          },
        }),
      )
    })
    const { id } = await client.create(question)
    await provider.called(FIRST_ITERATION + 2)
    provider.release()
    await service.tasks.finished((await service.tasks.get(id, 'anonymous'))!)
    const events = await collect(client.events(id))
    expect(streams).toBe(2)
    expect(events.map(({ number }) => number)).toEqual(events.map((_, place) => place + 1))
    expect(events.at(-1)).toMatchObject({ data: { status: 'completed' } })
  })

  onNode('timers')('end the request when the loop is left', async () => {
    let isCancelled = false
    const client = clientThrough(async (request, next) => {
      const response = await next()
      if (!isStream(request)) return response
      const reader = response.body!.getReader()
      return new Response(
        new ReadableStream({
          pull: async (controller) => controller.enqueue((await reader.read()).value),
          cancel() {
            isCancelled = true
            return reader.cancel()
          },
        }),
      )
    })
    const { id } = await client.create(question)
    for await (const event of client.events(id)) {
      expect(event.number).toBe(1)
      break
    }
    expect(isCancelled).toBe(true)
  })
})
