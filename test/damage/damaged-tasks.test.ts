import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inDatabase, keptLog, overwritePages, pagesOf } from '../support/damaged-database.ts'
import { allEventsOf } from '../support/event-stream.ts'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { copyOf } from '../support/full-database.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask, PANEL, requestFor } from '../support/tasks.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let service: TestService
let provider: ReturnType<typeof fakeProvider>
/** A folder with three tasks that a stop has interrupted. */
let interrupted: string
const ids: string[] = []
const startProvider = () => fakeProvider((call) => replyAs('4', call))
beforeAll(async () => {
  service = await openService(REAL_ROUTER)
  interrupted = service.folder
  provider = startProvider()
  provider.hold()
  for (const query of ['What is 2 + 2?', 'What is 3 + 1?', 'What is 5 - 1?'])
    ids.push((await createTask(service, requestFor(query), { 'Idempotency-Key': query })).id)
  await provider.called(6)
  await service.stop({ keepFolder: true })
  provider.release()
  provider.restore()
})
afterAll(() => rmSync(interrupted, { recursive: true, force: true }))
beforeEach(() => {
  provider = startProvider()
  service = { ...service, folder: copyOf(interrupted) }
})
afterEach(async () => {
  provider.release()
  await service.stop()
  provider.restore()
})

const set = (column: string, value: Buffer, id: string) =>
  inDatabase(service.folder, (database) =>
    database.prepare(`UPDATE tasks SET ${column} = CAST(? AS TEXT) WHERE id = ?`).run(value, id),
  )

async function restart() {
  const { log, lines } = keptLog()
  service = await openService(REAL_ROUTER, service.folder, log)
  await service.tasks.resume()
  return lines
}

const taskOf = async (id: string) => (await get(service.local, `/consensus/${id}`)).json()

describe('a damaged task', () => {
  it.each([
    ['a request that is not JSON', 'request', Buffer.from('{"query":')],
    ['a request that is not text', 'request', Buffer.from([0xa5, 0xa5, 0xff])],
    ['a request that does not fit', 'request', Buffer.from('{"query": 4}')],
    ['a status there is not', 'status', Buffer.from('runninh')],
    ['a checkpoint that is not JSON', 'checkpoint', Buffer.from('{"entries":')],
    ['a checkpoint that does not fit', 'checkpoint', Buffer.from('{}')],
  ])('fails with a clear error and a log line, and the others continue: %s', async (_, column, value) => {
    set(column, value, ids[1]!)
    const lines = await restart()
    const tasks = await Promise.all(ids.map((id) => finishedTask(service, id)))
    expect(tasks.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed'])
    expect(tasks[1].error).toEqual({
      code: 'internal_error',
      message: 'The stored data of this task is damaged, so it cannot continue. Create the task again.',
    })
    expect(lines.length).toBeGreaterThan(0)
    // Marked for good: the next start has nothing left to say of it.
    await service.stop({ keepFolder: true })
    await restart()
    expect(await taskOf(ids[1]!)).toMatchObject({ status: 'failed' })
  })

  it('is still found by its idempotency key', async () => {
    set('request', Buffer.from('{'), ids[0]!)
    await restart()
    const again = requestFor('What is 2 + 2?')
    const response = await post(service.local, '/consensus', again, { 'Idempotency-Key': 'What is 2 + 2?' })
    expect(response.status).toBe(202)
    expect(await response.json()).toMatchObject({ id: ids[0], status: 'failed' })
  })

  it.each(['{', '[]', '{"reply":{}}'])('asks a model again if its stored reply is %s', async (reply) => {
    inDatabase(service.folder, (database) => {
      const keep = database.prepare('INSERT INTO task_replies VALUES (?, ?, ?)')
      const seats = PANEL.map(({ provider, model, name }) => [provider, model, name, 0.7].join('|'))
      for (const id of ids) for (const seat of seats) keep.run(id, `1/exposition/${seat}`, reply)
    })
    await restart()
    const tasks = await Promise.all(ids.map((id) => finishedTask(service, id)))
    expect(tasks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    expect(await (await get(service.local, '/health')).json()).toMatchObject({ status: 'degraded' })
  })

  it('is reported as failed if its result cannot be read', async () => {
    await restart()
    await Promise.all(ids.map((id) => finishedTask(service, id)))
    await service.stop({ keepFolder: true })
    set('result', Buffer.from('{"id":'), ids[2]!)
    await restart()
    expect(await taskOf(ids[2]!)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
    expect(await taskOf(ids[0]!)).toMatchObject({ status: 'completed' })
  })
})

describe('the events of a task of which some cannot be read', () => {
  it('are the others and its state, and the damage is reported', async () => {
    await restart()
    await Promise.all(ids.map((id) => finishedTask(service, id)))
    await service.stop({ keepFolder: true })
    inDatabase(service.folder, (database) =>
      database
        .prepare("UPDATE task_events SET event = '{' WHERE task_id = ? AND event NOT LIKE '%iteration-end%'")
        .run(ids[0]),
    )
    await restart()
    const events = await allEventsOf(await get(service.local, `/consensus/${ids[0]}/events`))
    expect(events).toMatchObject([
      { event: 'iteration-end' },
      { event: 'task-change', data: { id: ids[0], status: 'completed' } },
    ])
    const { problems } = await (await get(service.local, '/health')).json()
    expect(problems).toEqual([expect.stringContaining('the events of tasks')])
  })
})

describe('a damaged table of tasks', () => {
  it('is the reason reported to a waiting caller, rather than a stopping service', async () => {
    overwritePages(service.folder, pagesOf(service.folder, 'tasks_by_status'))
    await restart()
    const query = 'What is 2 + 2?'
    const response = await post(service.local, '/consensus/sync', requestFor(query), {
      'Idempotency-Key': query,
    })
    expect(response.headers.get('Retry-After')).toBe('60')
    const { message } = await expectError(response, { status: 503, error: 'unavailable' })
    expect(message).toContain('The stored tasks are damaged')
  })

  it('is reported by name if only replies cannot be stored', async () => {
    overwritePages(service.folder, pagesOf(service.folder, 'task_replies'))
    await restart()
    await Promise.all(ids.map((id) => finishedTask(service, id)))
    const { problems } = await (await get(service.local, '/health')).json()
    expect(problems).toEqual([expect.stringContaining('the replies of unfinished tasks')])
  })

  it.each([
    'tasks',
    'sqlite_autoindex_tasks_1',
    'tasks_by_status',
    'tasks_by_idempotency_key',
    'task_replies',
    'sqlite_autoindex_task_replies_1',
    'task_events',
    'sqlite_autoindex_task_events_1',
  ])('does not prevent the start or affect the edge API, and never causes a 500: %s', async (name) => {
    overwritePages(service.folder, pagesOf(service.folder, name))
    await restart()
    const statuses = [
      (await post(service.local, '/consensus', requestFor('What is 1 + 3?'))).status,
      (await post(service.local, '/consensus', requestFor('What is 1 + 3?'), { 'Idempotency-Key': 'x' }))
        .status,
      (await post(service.local, '/consensus/sync', requestFor('What is 1 + 3?'))).status,
      (await get(service.local, `/consensus/${ids[0]}`)).status,
      (await get(service.local, `/consensus/${ids[0]}/events`)).status,
      (await service.local.request(`/consensus/${ids[0]}`, { method: 'DELETE' })).status,
    ]
    for (const status of statuses) expect([200, 202, 404, 503], String(statuses)).toContain(status)
    expect((await post(service.edge, '/consensus', { query: 'What is 1 + 3?' })).status).toBe(200)
    expect((await get(service.edge, '/metrics')).status).toBe(200)
    const health = await (await get(service.local, '/health')).json()
    expect(health.status).toBe('degraded')
    for (const problem of health.problems) expect(problem).toContain('doctor --repair')
  })

  it('keeps a paid result if only the replies are damaged', async () => {
    overwritePages(service.folder, pagesOf(service.folder, 'sqlite_autoindex_task_replies_1'))
    await restart()
    const tasks = await Promise.all(ids.map((id) => finishedTask(service, id)))
    expect(tasks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  })
})
