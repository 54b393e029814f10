import { PgBoss } from 'pg-boss'
import type { Postgres, Queries } from '../../postgres.ts'
import { inTurn } from '../../turns.ts'

/** The schema of the queue; its tables belong to pg-boss, which upgrades them by itself. */
const SCHEMA = 'stretto_boss'
const QUEUE = 'tasks'

/** pg-boss measures heartbeats in whole seconds, and not below this. */
const SHORTEST_HEARTBEAT_SECONDS = 10

/** Heartbeats alone decide when a task is taken over: it may be as often and as late as needed. A day is the most for one run. */
const NO_END = { retryLimit: 2_147_483_647, retentionSeconds: 315_360_000, expireInSeconds: 86_400 }

/** Why the queue reports a fault. */
type OnFault = (error: unknown, what: string) => void

/** A task to be queued. Lower turns come first, and of those the oldest. */
interface QueuedTask {
  id: string
  turn: number
}

/** Hands out the tasks that wait to be run: one job per unfinished task, with the id of the task. */
export interface TaskQueue {
  send(tasks: QueuedTask[], queries: Queries): Promise<void>
  /** Takes jobs out of the queue, at most so many and none of some tasks; returns the ids of the tasks. */
  take(which: { most: number; except: string[] }, queries: Queries): Promise<string[]>
  /** Sends heartbeats; returns which tasks are still out of the queue. */
  touch(taskIds: string[]): Promise<Set<string>>
  putBack(taskIds: string[], queries: Queries): Promise<void>
  remove(taskIds: string[], queries: Queries): Promise<void>
  /** Puts back what has had no heartbeat for too long, and keeps the tables of the queue in order. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** Opens the queue, with the tables of the current version. */
export async function openTaskQueue(
  postgres: Postgres,
  { leaseMs, onFault }: { leaseMs: number; onFault: OnFault },
): Promise<TaskQueue> {
  const boss = new PgBoss({
    db: on(postgres),
    schema: SCHEMA,
    schedule: false,
    // Whoever looks for tasks maintains the queue; pg-boss sees to it that not all do it at once.
    supervise: false,
    monitorIntervalSeconds: 1,
    monitorVacuum: false,
  })
  boss.on('error', (error) => onFault(error, 'the queue of tasks reports a fault'))
  boss.on('warning', ({ message, data }) =>
    onFault(new Error(message, { cause: data }), 'the queue of tasks'),
  )
  // Processes that create the same tables at once would get in each other's way.
  await inTurn(postgres, 'stretto queue', async () => {
    await boss.start()
    await boss.createQueue(QUEUE, NO_END)
    // Lets pg-boss read the queue now: within a transaction that would take a second connection, and all could be taken.
    await boss.insert(QUEUE, [])
  })
  const heartbeatSeconds = Math.max(SHORTEST_HEARTBEAT_SECONDS, Math.ceil(leaseMs / 1000))

  return {
    async send(tasks, queries) {
      const jobs = tasks.map(({ id, turn }) => ({
        id,
        priority: -turn,
        // A group of its own, so that a task can be left out when jobs are taken.
        group: { id },
        heartbeatSeconds,
      }))
      if (jobs.length > 0) await boss.insert(QUEUE, jobs, { db: on(queries), returnId: false })
    },

    async take({ most, except }, queries) {
      const taken = await boss.fetch(QUEUE, { batchSize: most, ignoreGroups: except, db: on(queries) })
      return taken.map(({ id }) => id)
    },

    async touch(taskIds) {
      if (taskIds.length === 0) return new Set()
      const isOut = async (ids: string[]) => countOf(await boss.touch(QUEUE, ids)) === ids.length
      if (await isOut(taskIds)) return new Set(taskIds)
      // Rare: which of them were put back, after this process was silent for too long?
      const each = await Promise.all(taskIds.map(async (id) => ((await isOut([id])) ? [id] : [])))
      return new Set(each.flat())
    },

    async putBack(taskIds, queries) {
      if (taskIds.length > 0) await boss.fail(QUEUE, taskIds, null, { db: on(queries) })
    },

    async remove(taskIds, queries) {
      if (taskIds.length > 0) await boss.deleteJob(QUEUE, taskIds, { db: on(queries) })
    },

    maintain: () => boss.supervise(QUEUE),
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

/** Our connections as pg-boss uses them. */
function on(queries: Queries) {
  return {
    executeSql: async (sql: string, values?: unknown[]) => ({ rows: await queries.query(sql, values) }),
  }
}

function countOf(response: unknown): number {
  return (response as { affected: number }).affected
}
