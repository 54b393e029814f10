import { describe, expect, it } from 'vitest'
import { sampleRequest, sampleTask, sampleTaskResult } from '../../test/support/samples.ts'
import { openOnSqlite } from '../../test/support/sqlite.ts'
import { createSqliteTaskStore } from '../adapters/sqlite/stores/task-store.ts'
import { createTaskEvents, type TaskEvent } from './task-events.ts'
import { changeTask, type TaskRecord } from './task-machine.ts'
import { openTaskService } from './task-service.ts'
import type { TaskStore } from './task-store.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const running = changeTask(sampleTask({ id: ID }), { type: 'start' }, 2_000)
const completed = changeTask(running, { type: 'complete', result: sampleTaskResult(ID) }, 3_000)

/** A store in which the task is completed between being read and being changed. */
function lastMomentStore(): TaskStore {
  let current: TaskRecord = running
  const unused = () => Promise.reject(new Error('not part of this test'))
  return {
    get: async () => current,
    async update() {
      current = completed
      return false
    },
    insert: unused,
    findByIdempotencyKey: unused,
    checkpointOf: unused,
    keepReply: unused,
    repliesOf: unused,
    unfinished: unused,
    countByStatus: unused,
    sweep: unused,
  }
}

describe('the task service', () => {
  it('does not report a task as cancelled that was completed at the last moment', async () => {
    const events = createTaskEvents()
    const published: TaskEvent[] = []
    events.watch(ID, (event) => published.push(event))
    const tasks = openTaskService({
      store: lastMomentStore(),
      runner: { run: () => Promise.reject(new Error('nothing to run')), routerOf: () => 'offline' },
      events,
      schedule: (_, job) => job(),
      queueLimit: 1,
      now: () => 4_000,
      newId: () => ID,
      keepTrying: (work) => work(),
      onFault: () => {},
    })
    expect(await tasks.cancel(ID, 'key:alice')).toEqual(completed)
    expect(published).toEqual([])
  })
})

describe('a task whose run is aborted', () => {
  /** A service with one task, whose run goes on until it is cut off and then fails in its own way. */
  async function openRunning() {
    const { store, close } = await openOnSqlite<TaskStore & { close?: () => void }>(createSqliteTaskStore)
    const faults: unknown[] = []
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const tasks = openTaskService({
      store,
      runner: {
        run: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('The socket was cut.')))
            started()
          }),
        routerOf: () => 'offline',
      },
      events: createTaskEvents(),
      schedule: (_, job) => job(),
      queueLimit: 1,
      now: () => 4_000,
      newId: () => ID,
      keepTrying: (work) => work(),
      onFault: (error) => faults.push(error),
    })
    const task = await tasks.create({
      request: sampleRequest,
      scope: 'key:alice',
      idempotencyKey: null,
      routerKey: null,
    })
    await running
    return { tasks, task, faults, close }
  }

  it('stays cancelled if it was cancelled', async () => {
    const { tasks, task, faults, close } = await openRunning()
    await tasks.cancel(task.id, task.scope)
    expect((await tasks.finished(task)).error).toMatchObject({ code: 'cancelled' })
    expect(faults).toEqual([])
    await close()
  })

  it('stays unfinished if it was parked, and resumes at the next start', async () => {
    const { tasks, task, faults, close } = await openRunning()
    await tasks.close(AbortSignal.abort())
    expect(await tasks.get(task.id, task.scope)).toMatchObject({ status: 'running', error: null })
    expect(faults).toEqual([])
    await close()
  })
})

describe('a stopping service', () => {
  /** A service whose jobs begin when they are told to. */
  async function openWaiting() {
    const { store, close } = await openOnSqlite<TaskStore & { close?: () => void }>(createSqliteTaskStore)
    const begin: Array<() => void> = []
    const asked: string[] = []
    const open = (over: TaskStore) =>
      openTaskService({
        store: over,
        runner: {
          async run({ query }) {
            asked.push(query)
            throw new Error('It came to nothing.')
          },
          routerOf: () => 'offline',
        },
        events: createTaskEvents(),
        schedule: (_, job) => new Promise((resolve, reject) => begin.push(() => job().then(resolve, reject))),
        queueLimit: 2,
        now: () => 4_000,
        newId: () => ID,
        keepTrying: (work) => work(),
        onFault: () => {},
      })
    return { store, open, begin, asked, close }
  }

  it('starts none of the waiting tasks, and leaves them for the next start', async () => {
    const { store, open, begin, asked, close } = await openWaiting()
    const tasks = open(store)
    const whose = { scope: 'key:alice', idempotencyKey: null, routerKey: null }
    const task = await tasks.create({ request: sampleRequest, ...whose })
    const closed = tasks.close(new AbortController().signal)
    for (const job of begin) job()
    await closed
    expect(asked).toEqual([])
    expect(await store.get(task.id, task.scope)).toMatchObject({ status: 'pending', error: null })
    await close()
  })

  it('resumes no further tasks', async () => {
    const { store, open, begin, close } = await openWaiting()
    await store.insert(sampleTask({ id: ID }))
    let closed = Promise.resolve()
    const tasks = open({
      ...store,
      unfinished: async () => [
        { ...sampleTask({ id: 'damaged' }), damaged: true },
        ...(await store.unfinished()),
      ],
      async update() {
        closed = tasks.close(AbortSignal.abort())
        return true
      },
    })
    await tasks.resume()
    await closed
    expect(begin).toEqual([])
    await close()
  })
})

describe('task events', () => {
  it('reach every watcher of that task until it stops watching', () => {
    const events = createTaskEvents()
    const seen: string[] = []
    const stop = events.watch('one', ({ type }) => seen.push(`first ${type}`))
    events.watch('one', ({ type }) => seen.push(`second ${type}`))
    events.watch('two', ({ type }) => seen.push(`of another task ${type}`))
    events.publish('one', { type: 'iteration-start', iteration: 1, level: 1, phase: 'exposition' })
    stop()
    stop()
    events.publish('one', { type: 'iteration-start', iteration: 2, level: 2, phase: 'revision' })
    expect(seen).toEqual(['first iteration-start', 'second iteration-start', 'second iteration-start'])
  })
})
