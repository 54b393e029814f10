import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '../../test/support/patience.ts'
import { sampleRequest, sampleTask, sampleTaskResult } from '../../test/support/samples.ts'
import { openOnSqlite } from '../../test/support/sqlite.ts'
import { createSqliteTaskPorts, insertTask, type TaskPorts } from '../../test/support/task-ports.ts'
import { openTestTasks } from '../../test/support/task-service.ts'
import { StorageError } from '../contract/storage-error.ts'
import { changeTask, type TaskRecord } from './task-machine.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const running = changeTask(sampleTask({ id: ID }), { type: 'start' }, 2_000)
const completed = changeTask(running, { type: 'complete', result: sampleTaskResult(ID) }, 3_000)
const NEW = { request: sampleRequest, scope: 'key:alice', idempotencyKey: null, callerKeys: null }

let ports: TaskPorts
let close: () => Promise<void>
beforeEach(async () => {
  const opened = await openOnSqlite(createSqliteTaskPorts)
  ports = opened.store
  close = opened.close
})
afterEach(() => close())

const idle = { run: () => Promise.reject(new Error('nothing to run')) }

describe('the task service', () => {
  it('does not report a task as cancelled that was completed at the last moment', async () => {
    const lease = await insertTask(ports, running)
    const store = {
      ...ports.store,
      async end(task: TaskRecord) {
        await ports.progress.update(lease, completed)
        return ports.store.end(task)
      },
    }
    const tasks = openTestTasks({ ...ports, store }, { runner: idle })
    expect(await tasks.cancel(ID, 'key:alice')).toEqual(completed)
    await tasks.close(AbortSignal.abort())
  })

  it('resumes tasks at the next heartbeat if the store could not be reached at the start', async () => {
    await ports.leases.release(await insertTask(ports, sampleTask({ id: ID })))
    const beats: Array<() => void> = []
    const resumed: string[] = []
    const faults: unknown[] = []
    let isAway = true
    const leases: TaskPorts['leases'] = {
      ...ports.leases,
      claim: (...how) =>
        isAway ? Promise.reject(new StorageError('it is away', null)) : ports.leases.claim(...how),
    }
    const tasks = openTestTasks(
      { ...ports, leases },
      {
        runner: idle,
        wait: () => new Promise((resolve) => beats.push(resolve)),
        onResume: (id) => resumed.push(id),
        onFault: (error) => faults.push(error),
      },
    )
    expect(await tasks.resume()).toBe(0)
    expect(faults).toHaveLength(1)
    isAway = false
    beats.shift()!()
    await vi.waitFor(() => expect(resumed).toEqual([ID]), PATIENCE)
    await tasks.close(AbortSignal.abort())
  })
})

describe('a task whose lease is free for all', () => {
  it('is not started again by the process that is still running it', async () => {
    let freeAll = () => {}
    const opened = await openOnSqlite((database) => {
      freeAll = () => database.exec('UPDATE tasks SET owner = NULL')
      return createSqliteTaskPorts(database)
    })
    const resumed: string[] = []
    let runs = 0
    const tasks = openTestTasks(opened.store, {
      runner: {
        run({ signal }) {
          runs++
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
      },
      queueLimit: 2,
      onResume: (taskId) => resumed.push(taskId),
    })
    await tasks.create(NEW)
    await vi.waitFor(() => expect(runs).toBe(1), PATIENCE)
    freeAll()
    await tasks.resume()
    expect(resumed).toEqual([])
    expect(runs).toBe(1)
    await tasks.close(AbortSignal.abort())
    await opened.close()
  })
})

describe('a task whose run is aborted', () => {
  /** A service with one task, whose run goes on until it is cut off and then fails in its own way. */
  async function openRunning() {
    const faults: unknown[] = []
    let started = () => {}
    const isRunning = new Promise<void>((resolve) => {
      started = resolve
    })
    const tasks = openTestTasks(ports, {
      runner: {
        run: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('The socket was cut.')))
            started()
          }),
      },
      onFault: (error) => faults.push(error),
    })
    const task = await tasks.create(NEW)
    await isRunning
    return { tasks, task, faults }
  }

  it('stays cancelled if it was cancelled', async () => {
    const { tasks, task, faults } = await openRunning()
    await tasks.cancel(task.id, task.scope)
    expect((await tasks.finished(task)).error).toMatchObject({ code: 'cancelled' })
    expect(faults).toEqual([])
    await tasks.close(AbortSignal.abort())
  })

  it('stays unfinished if it was parked, and can be resumed at once', async () => {
    const { tasks, task, faults } = await openRunning()
    await tasks.close(AbortSignal.abort())
    expect(await tasks.get(task.id, task.scope)).toMatchObject({ status: 'running', error: null })
    expect(faults).toEqual([])
    const next = { owner: 'next', leaseMs: 1_000 }
    expect(await ports.leases.claim(next, { most: 1, except: [] })).toMatchObject([{ task: { id: ID } }])
  })
})

describe('a stopping service', () => {
  /** A service whose jobs begin when they are told to. */
  function openWaiting(changes: Partial<TaskPorts> = {}) {
    const begin: Array<() => void> = []
    const asked: string[] = []
    const tasks = openTestTasks(
      { ...ports, ...changes },
      {
        runner: {
          async run({ query }) {
            asked.push(query)
            throw new Error('It came to nothing.')
          },
        },
        schedule: (_, job) => new Promise((resolve, reject) => begin.push(() => job().then(resolve, reject))),
        queueLimit: 2,
      },
    )
    return { tasks, begin, asked }
  }

  it('starts none of the waiting tasks, and leaves them for the next start', async () => {
    const { tasks, begin, asked } = openWaiting()
    const task = await tasks.create(NEW)
    const closed = tasks.close(new AbortController().signal)
    for (const job of begin) job()
    await closed
    expect(asked).toEqual([])
    expect(await ports.store.get(task.id, task.scope)).toMatchObject({ status: 'pending', error: null })
  })

  it('resumes no further tasks, and gives back those it has claimed', async () => {
    await ports.leases.release(await insertTask(ports, sampleTask({ id: ID })))
    let closed = Promise.resolve()
    const { tasks, begin } = openWaiting({
      leases: {
        ...ports.leases,
        async claim(...how) {
          const claimed = await ports.leases.claim(...how)
          closed = tasks.close(AbortSignal.abort())
          return claimed
        },
      },
    })
    await tasks.resume()
    await closed
    expect(begin).toEqual([])
    const next = { owner: 'next', leaseMs: 1_000 }
    expect(await ports.leases.claim(next, { most: 1, except: [] })).toHaveLength(1)
  })
})
