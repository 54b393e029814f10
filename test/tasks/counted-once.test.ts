import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostgresSql } from '../../src/adapters/postgres/sql.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import { createRunLedger } from '../../src/adapters/storage/run-ledger.ts'
import type { RunLedger } from '../../src/consensus/ledger/run-ledger.ts'
import { createModelReliability } from '../../src/consensus/model-reliability.ts'
import type { PanelResult } from '../../src/consensus/panel-runner.ts'
import { runScripted } from '../support/engine/scripted-panel.ts'
import { openPostgresTaskPorts } from '../support/postgres-tasks.ts'
import { sampleRequest } from '../support/samples.ts'
import { describeWithPostgres } from '../support/services.ts'
import { openOnSqlite } from '../support/sqlite.ts'
import { createSqliteTaskPorts, type TaskPorts } from '../support/task-ports.ts'
import { openTestTasks } from '../support/task-service.ts'

const SCOPE = 'key:alice'
/** Generous: the machine may be busy, and nothing here is about speed. */
const PATIENCE = { timeout: 60_000, interval: 10 }
const LEASE_MS = 1_000

interface Shared {
  /** Opens the store for a process; one on SQLite takes over from the one before. */
  openPorts(): TaskPorts
  ledger: RunLedger
  close(): Promise<void>
}

async function onSqlite(): Promise<Shared> {
  const { store, close } = await openOnSqlite((database): Omit<Shared, 'close'> & { close?: () => void } => ({
    openPorts: () => createSqliteTaskPorts(database),
    ledger: createRunLedger(createSqliteSql(database)),
  }))
  return { ...store, close }
}

async function onPostgres(clock: () => number): Promise<Shared> {
  const { store, postgres, close } = await openPostgresTaskPorts(clock)
  return { openPorts: () => store, ledger: createRunLedger(createPostgresSql(postgres)), close }
}

/** What happens to the run of a task, whichever processes have it on a store. */
function describeCounting(backend: string, open: (clock: () => number) => Promise<Shared>): void {
  describe(`a task on ${backend}`, () => {
    let now: number
    let shared: Shared
    let result: PanelResult
    /** Wakes what a killed process was doing, so that the test can end. */
    let wakers: Array<() => void>
    let statusOf: (id: string) => Promise<string | undefined>
    /** What was done, in order. */
    let done: string[]
    const opened: Array<ReturnType<typeof openTestTasks>> = []
    beforeEach(async () => {
      now = 10_000
      wakers = []
      done = []
      shared = await open(() => now)
      const scripts = { ada: { answer: '1' }, bob: { answer: '1' }, cleo: { answer: '2' } }
      const found = await runScripted(scripts, { maxIterations: 1 }).result
      result = { ...found, router: 'openrouter' }
    })
    afterEach(async () => {
      for (const wake of wakers) wake()
      for (const tasks of opened.splice(0)) await tasks.close(AbortSignal.abort())
      await shared.close()
    })

    /** A process that stops for good at a point of every run; null for one that never stops. */
    function openProcess(owner: string, stopsAt: 'recording' | 'completing' | null) {
      const { ledger } = shared
      const ports = shared.openPorts()
      statusOf = async (id) => (await ports.store.get(id, SCOPE))?.status
      let isThere = (): void => {}
      const stopped = new Promise<void>((resolve) => {
        isThere = resolve
      })
      const stopAt = async (point: typeof stopsAt) => {
        if (stopsAt !== point) return
        isThere()
        await new Promise<void>((wake) => wakers.push(wake))
      }
      const reliability = createModelReliability({
        ledger: {
          ...ledger,
          async record(run) {
            await stopAt('recording')
            await ledger.record(run)
            done.push('recorded')
          },
        },
        servedAs: ({ model }) => model,
        curve: { constant: 0, slope: 1 },
        now: () => now,
        pause: async () => {},
        onReadFault: (error) => expect.unreachable(String(error)),
        onKeepFault: (error) => expect.unreachable(String(error)),
      })
      const { progress } = ports
      const tasks = openTestTasks(
        {
          ...ports,
          progress: {
            checkpointOf: (id) => progress.checkpointOf(id),
            repliesOf: (id) => progress.repliesOf(id),
            keepReply: (...reply) => progress.keepReply(...reply),
            async update(lease, task, checkpoint) {
              if (task.status === 'completed') {
                done.push('completed')
                await stopAt('completing')
              }
              return progress.update(lease, task, checkpoint)
            },
          },
        },
        {
          owner,
          leaseMs: LEASE_MS,
          runner: {
            run: async (run) => ({ ...result, counted: reliability.count(result, run) }),
          },
        },
      )
      opened.push(tasks)
      return { tasks, stopped }
    }
    const create = ({ tasks }: ReturnType<typeof openProcess>) =>
      tasks.create({ request: sampleRequest, scope: SCOPE, idempotencyKey: null, callerKeys: null })
    const counted = async () => (await shared.ledger.recent(SCOPE)).map(({ id }) => id)

    it('is counted once, and before it is completed', async () => {
      const only = openProcess('only', 'recording')
      const { id } = await create(only)
      await only.stopped
      expect([await statusOf(id), await counted()]).toEqual(['running', []])
      for (const wake of wakers) wake()
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), PATIENCE)
      expect(await counted()).toEqual([id])
      expect(done).toEqual(['recorded', 'completed'])
    })

    it.each([
      ['recorded its run', 'recording', []],
      ['stored that it is completed', 'completing', ['counted']],
    ] as const)(
      'is counted once if its process stops before it has %s, and another takes it over',
      async (_, point, before) => {
        const first = openProcess('first', point)
        const { id } = await create(first)
        await first.stopped
        expect([await statusOf(id), await counted()]).toEqual(['running', before.map(() => id)])

        now += 2 * LEASE_MS
        const second = openProcess('second', null)
        await second.tasks.resume()
        await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), PATIENCE)
        expect(await counted()).toEqual([id])

        // The first was only asleep.
        const [row] = await shared.ledger.recent(SCOPE)
        now += 1
        for (const wake of wakers.splice(0)) wake()
        await first.tasks.close(AbortSignal.abort())
        expect(await shared.ledger.recent(SCOPE)).toEqual([row])
      },
    )
  })
}

describeCounting('SQLite', onSqlite)
describeWithPostgres('PostgreSQL', () => describeCounting('PostgreSQL', onPostgres))
