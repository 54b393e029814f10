import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/adapters/sqlite/database.ts'
import type { PanelResult, PanelRun } from '../../src/consensus/panel-runner.ts'
import { StorageError } from '../../src/contract/storage-error.ts'
import type { Spiral } from '../../src/engine/deliberation.ts'
import { keepTrying } from '../../src/main/keep-trying.ts'
import type { TaskRecord } from '../../src/tasks/task-machine.ts'
import type { TaskService } from '../../src/tasks/task-service.ts'
import { callFor } from '../support/ask-provider.ts'
import { sampleReply, sampleRequest, sampleSpiral, sampleTaskResult } from '../support/samples.ts'
import { openOnSqlite } from '../support/sqlite.ts'
import { createSqliteTaskPorts, type TaskPorts } from '../support/task-ports.ts'
import { openTestTasks } from '../support/task-service.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const PATIENCE = { timeout: 20_000, interval: 1 }
const { final_answer: answer, iterations: entries, ...sample } = sampleTaskResult(ID)
const RESULT = { ...sample, answer, entries, anchors: [] } as unknown as PanelResult

let database: Database
let ports: TaskPorts
let close: () => Promise<void>
let tasks: TaskService
let faults: Array<[unknown, string]>
/** What the panel does, run by run. */
let runPanel: (run: PanelRun) => Promise<PanelResult>
let runs: PanelRun[]

beforeEach(async () => {
  const opened = await openOnSqlite((file) => {
    database = file
    return createSqliteTaskPorts(file)
  })
  ports = opened.store
  close = opened.close
  faults = []
  runs = []
  tasks = openTestTasks(ports, {
    runner: {
      run(run) {
        runs.push(run)
        return runPanel(run)
      },
    },
    keepTrying: (work, trying) => keepTrying(work, { ...trying, firstPauseMs: 1, longestPauseMs: 1 }),
    onFault: (error, _, what) => faults.push([error, what]),
  })
})
afterEach(async () => {
  setRoom(true)
  await tasks.close(AbortSignal.abort())
  await close()
})

/** Lets SQLite write, or has it refuse as on a disk that takes nothing. */
const setRoom = (isThere: boolean) => database.exec(`PRAGMA query_only = ${isThere ? 'OFF' : 'ON'}`)
const create = (): Promise<TaskRecord> =>
  tasks.create({ request: sampleRequest, scope: 'alice', idempotencyKey: null, callerKeys: null })
const waits = () =>
  vi.waitFor(
    () => expect(faults).toEqual([[expect.any(StorageError), 'task is waiting until it can be stored']]),
    PATIENCE,
  )
const AFTER_ONE: Spiral = { ...sampleSpiral, entries: [{ iteration: 1 }] as Spiral['entries'] }

describe('a task whose store is away for a while', () => {
  it('waits before it begins, and is run once', async () => {
    let isAway = true
    for (const read of ['checkpointOf', 'repliesOf'] as const) {
      const original = ports.progress[read].bind(ports.progress)
      ports.progress[read] = (id: string): Promise<never> =>
        isAway ? Promise.reject(new StorageError('it is away', null)) : (original(id) as Promise<never>)
    }
    runPanel = async () => RESULT
    const task = await create()
    await waits()
    isAway = false
    expect(await tasks.finished(task)).toMatchObject({ status: 'completed' })
    expect(runs).toHaveLength(1)
  })

  it('begins anew if it has no checkpoint yet, with the replies that were stored', async () => {
    runPanel = async () => {
      if (runs.length === 1) throw new StorageError('it is away', null)
      return RESULT
    }
    expect(await tasks.finished(await create())).toMatchObject({ status: 'completed' })
    expect(runs).toHaveLength(2)
  })

  it('keeps the replies to what was asked after its checkpoint', async () => {
    let asked = 0
    runPanel = async ({ checkpoint, onCheckpoint, recall }) => {
      if (checkpoint === null) await onCheckpoint?.(AFTER_ONE)
      const ask = recall!(async () => {
        asked++
        return sampleReply
      })
      await ask(callFor())
      if (runs.length === 1) throw new StorageError('another store is away', null)
      return RESULT
    }
    expect(await tasks.finished(await create())).toMatchObject({ status: 'completed' })
    expect(runs.map(({ checkpoint }) => checkpoint)).toEqual([null, AFTER_ONE])
    expect(asked).toBe(1)
  })
})

describe('a task on a full disk', () => {
  it('is refused if it was not stored yet, and leaves nothing behind', async () => {
    setRoom(false)
    await expect(create()).rejects.toBeInstanceOf(StorageError)
    setRoom(true)
    expect(await ports.store.countByStatus()).toMatchObject({ pending: 0, running: 0 })
    runPanel = async () => RESULT
    expect(await tasks.finished(await create())).toMatchObject({ status: 'completed' })
  })

  it('continues from the checkpoint it could not store, in a new run with a new time limit, when there is space', async () => {
    runPanel = async ({ onCheckpoint, checkpoint }) => {
      if (checkpoint === null) {
        setRoom(false)
        await onCheckpoint?.(AFTER_ONE)
      }
      return RESULT
    }
    const task = await create()
    await waits()
    expect(await tasks.get(ID, 'alice')).toMatchObject({ status: 'running', error: null })
    setRoom(true)
    expect(await tasks.finished(task)).toMatchObject({ status: 'completed' })
    expect(runs.map(({ checkpoint }) => checkpoint)).toEqual([null, AFTER_ONE])
    const types: string[] = []
    for await (const { event } of ports.events.watch(ID, { after: 0, signal: new AbortController().signal }))
      types.push(event.type)
    expect(types.filter((type) => type === 'iteration-end')).toHaveLength(1)
    expect(faults).toHaveLength(1)
  })

  it('keeps its result until it can be stored, and is not run again', async () => {
    runPanel = async () => {
      setRoom(false)
      return RESULT
    }
    const task = await create()
    await waits()
    setRoom(true)
    expect(await tasks.finished(task)).toMatchObject({ status: 'completed' })
    expect(runs).toHaveLength(1)
  })

  it('keeps its own failure until it can be stored', async () => {
    runPanel = async () => {
      setRoom(false)
      throw new TypeError('a fault of ours')
    }
    const task = await create()
    await vi.waitFor(() => expect(faults).toHaveLength(2), PATIENCE)
    setRoom(true)
    expect((await tasks.finished(task)).error).toMatchObject({ code: 'internal_error' })
    expect(faults.map(([, what]) => what)).toEqual(['task failed', 'task is waiting until it can be stored'])
  })

  it('stops at once when cancelled, and is permanently cancelled when that can be stored', async () => {
    runPanel = ({ signal }) =>
      new Promise((_, reject) => {
        setRoom(false)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    const task = await create()
    await vi.waitFor(() => expect(runs).toHaveLength(1), PATIENCE)
    await expect(tasks.cancel(ID, 'alice')).rejects.toBeInstanceOf(StorageError)
    expect(runs[0]?.signal.aborted).toBe(true)
    setRoom(true)
    expect((await tasks.finished(task)).error).toMatchObject({ code: 'cancelled' })
  })

  it('can be cancelled while it waits', async () => {
    runPanel = async () => {
      setRoom(false)
      return RESULT
    }
    const task = await create()
    await waits()
    await expect(tasks.cancel(ID, 'alice')).rejects.toBeInstanceOf(StorageError)
    setRoom(true)
    expect((await tasks.finished(task)).error).toMatchObject({ code: 'cancelled' })
  })

  it('stays unfinished if the service stops before there is space', async () => {
    runPanel = async () => {
      setRoom(false)
      return RESULT
    }
    await create()
    await waits()
    await tasks.close(AbortSignal.abort())
    expect(await ports.store.get(ID, 'alice')).toMatchObject({ status: 'running', error: null })
  })
})
