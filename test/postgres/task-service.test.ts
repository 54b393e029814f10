import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PanelRunner } from '../../src/consensus/panel-runner.ts'
import type { TaskService } from '../../src/tasks/task-service.ts'
import { listenersOn, openOnPostgres } from '../support/postgres.ts'
import { openProcess } from '../support/postgres-tasks.ts'
import { sampleRequest } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'
import { openTestTasks } from '../support/task-service.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const NEW = { request: sampleRequest, scope: 'key:alice', idempotencyKey: null, callerKeys: null }

/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 60_000, interval: 20 }

describeWithPostgres('task services on one PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof openOnPostgres>>
  let count = 0
  const opened: Array<{ close(): Promise<void> }> = []
  beforeEach(async () => {
    postgres = await openOnPostgres(() => ({}))
    count = 0
  })
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close()
    await postgres.close()
  })

  /** A process with one place, which sends no heartbeats and looks for tasks only when it is told of them. */
  async function openService(owner: string, changes: Partial<Parameters<typeof openTestTasks>[1]> = {}) {
    const ports = await openProcess(postgres.postgres)
    const running: Array<{ owner: string; fail: (reason: Error) => void }> = []
    const runner: PanelRunner = {
      run: ({ signal }) =>
        new Promise((_, fail) => {
          running.push({ owner, fail })
          signal.addEventListener('abort', () => fail(signal.reason))
        }),
    }
    const resumed: string[] = []
    const tasks = openTestTasks(ports, {
      owner,
      runner,
      queueLimit: 3,
      places: 1,
      newId: () => idOf(++count),
      onResume: (id) => resumed.push(id),
      ...changes,
    })
    opened.push(ports, { close: () => tasks.close(AbortSignal.abort()) })
    await tasks.resume()
    return { tasks, running, resumed, ports }
  }
  const statusOf = async (tasks: TaskService, id: string) => (await tasks.get(id, NEW.scope))?.status

  it('run a new task where it was created if there is room, and elsewhere if not', async () => {
    const [first, second] = [await openService('first'), await openService('second')]
    // The other one is woken as well and may be faster; both get one.
    await first.tasks.create(NEW)
    await first.tasks.create(NEW)
    await vi.waitFor(() => expect([first.running.length, second.running.length]).toEqual([1, 1]), PATIENCE)
    expect([...first.resumed, ...second.resumed]).toEqual([])
  })

  it('take the next task as soon as a place is free', async () => {
    const { tasks, running, ports } = await openService('only')
    const ids = [(await tasks.create(NEW)).id, (await tasks.create(NEW)).id]
    await vi.waitFor(() => expect(running).toHaveLength(1), PATIENCE)
    await vi.waitFor(async () => expect(await statusOf(tasks, ids[0]!)).toBe('running'), PATIENCE)
    // Looking again does not make it take on more than it has places for.
    await tasks.resume()
    expect(await ports.store.countWaiting!()).toBe(1)
    running[0]!.fail(new Error('It came to nothing.'))
    await vi.waitFor(() => expect(running).toHaveLength(2), PATIENCE)
    await vi.waitFor(async () => expect(await statusOf(tasks, ids[1]!)).toBe('running'), PATIENCE)
  })

  it('refuse new tasks when too many wait in the store', async () => {
    const { tasks, running } = await openService('only', { queueLimit: 3 })
    for (let place = 0; place < 3; place++) await tasks.create({ ...NEW, scope: `key:${place}` })
    await vi.waitFor(() => expect(running).toHaveLength(1), PATIENCE)
    await expect(tasks.create(NEW)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
  })

  it('answer whoever waits for a task that another process runs', async () => {
    const [first, second] = [await openService('first'), await openService('second')]
    const task = await first.tasks.create(NEW)
    const finished = [first, second].map(({ tasks }) => tasks.finished(task))
    await vi.waitFor(() => expect([...first.running, ...second.running]).toHaveLength(1), PATIENCE)
    for (const { fail } of [...first.running, ...second.running]) fail(new Error('It came to nothing.'))
    for (const each of await Promise.all(finished)) expect(each.status).toBe('failed')
  })

  it('give back what they were running when they stop, and another continues it at once', async () => {
    const first = await openService('first')
    const task = await first.tasks.create(NEW)
    await vi.waitFor(() => expect(first.running).toHaveLength(1), PATIENCE)
    const second = await openService('second')
    await vi.waitFor(async () => expect(await listenersOn(postgres.postgres)).toHaveLength(2), PATIENCE)
    await first.tasks.close(AbortSignal.abort())
    await vi.waitFor(() => expect(second.running).toHaveLength(1), PATIENCE)
    expect(second.resumed).toEqual([task.id])
  })

  it('keep a task with the caller’s key where it was created, and say so when that process is gone', async () => {
    const first = await openService('first')
    const task = await first.tasks.create({ ...NEW, callerKeys: { openrouter: 'some-key' } })
    await vi.waitFor(() => expect(first.running).toHaveLength(1), PATIENCE)
    await postgres.postgres.query(`UPDATE stretto.tasks SET leased_until = leased_until - interval '1 hour'`)
    const second = await openService('second')
    await vi.waitFor(async () => expect(await statusOf(second.tasks, task.id)).toBe('failed'), PATIENCE)
    expect((await second.tasks.get(task.id, NEW.scope))?.error?.message).toContain('your own router key')
    expect(second.running).toEqual([])
  })
})
