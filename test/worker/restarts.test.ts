import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { allEventsOf, eventsOf } from '../support/event-stream.ts'
import { replyAs } from '../support/panel-replies.ts'
import { openWorkerService, type WorkerService } from '../support/worker-service.ts'

const QUICK = ['vendor/one', 'vendor/two']
const SEATS = [...QUICK, 'vendor/slow'].map((model) => ({ provider: 'openrouter', name: model, model }))
const KILLS = inject('isLong') ? 5 : 2

describe.skipIf(inject('miniflare') === null)('tasks of a worker that is killed', () => {
  let service: WorkerService
  let release = () => {}
  let mayAnswer: Promise<void>
  const hold = () => {
    mayAnswer = new Promise((resolve) => {
      release = resolve
    })
  }

  beforeAll(async () => {
    service = await openWorkerService(async (call) => {
      if (call.model === 'vendor/slow') await mayAnswer
      return replyAs('42', call)
    })
  })
  afterAll(() => service?.close())

  const create = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.local}/consensus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, models: SEATS }),
    })
    expect(response.status).toBe(202)
    return (await response.json()).id as string
  }
  const watch = (id: string, after = 0) =>
    fetch(`${service.local}/consensus/${id}/events`, { headers: { 'last-event-id': String(after) } })
  const stateOf = async (id: string) => (await fetch(`${service.local}/consensus/${id}`)).json()
  const promptsFor = (query: string, model: string) =>
    service.calls.flatMap((call) =>
      call.model === model && call.prompt.includes(query) ? [call.prompt] : [],
    )

  it('are all completed, and what they had been answered is not asked again', async () => {
    const ids: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      hold()
      const query = `How many are there in case ${kill}?`
      const key = { 'idempotency-key': `case ${kill}` }
      const id = await create(query, key)
      let seen = 0
      let answers = 0
      // What a watcher has been told of is stored.
      for await (const told of eventsOf(await watch(id))) {
        seen = Number(told.id)
        if (told.event === 'answer-received' && ++answers === QUICK.length) break
      }
      await service.restart()
      release()
      expect(await create(query, key)).toBe(id)
      const rest = await allEventsOf(await watch(id, seen))
      expect(rest.map((told) => Number(told.id))).toEqual(rest.map((_, place) => seen + 1 + place))
      expect(rest.at(-1)).toMatchObject({ event: 'task-change', data: { status: 'completed' } })
      for (const model of QUICK) {
        const prompts = promptsFor(query, model)
        expect(prompts).toEqual([...new Set(prompts)])
      }
      ids.push(id)
    }
    const states = await Promise.all(ids.map(async (id) => (await stateOf(id)).status))
    expect(states).toEqual(ids.map(() => 'completed'))
    const { tasks } = await (await fetch(`${service.local}/consensus`)).json()
    expect(tasks.map(({ id }: { id: string }) => id).sort()).toEqual(ids.toSorted())
  })

  it('fail with a reason where only their callers have the key', async () => {
    hold()
    const id = await create('Who pays for it?', { 'x-router-key': 'sk-of-a-caller' })
    await service.called(service.calls.length + 1)
    await service.restart()
    release()
    await expect.poll(() => stateOf(id)).toMatchObject({ status: 'failed', error: { code: 'unavailable' } })
  })

  it('stay for their callers when a request is refused in their object', async () => {
    hold()
    release()
    const query = 'How many are left?'
    await fetch(`${service.local}/consensus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, models: SEATS, dry_run: true }),
    })
    const id = await create(query)
    await expect.poll(() => stateOf(id)).toMatchObject({ status: 'completed' })
  })
})
