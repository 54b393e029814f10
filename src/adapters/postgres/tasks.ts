import { StorageError } from '../../contract/storage-error.ts'
import type { TaskLeases } from '../../tasks/task-ports.ts'
import type { RowOf, Sql } from '../storage/sql.ts'
import { createTaskEvents, createWatchers } from '../storage/task-events.ts'
import {
  createTaskProgress,
  createTaskStore,
  heldBy,
  type TASK,
  TASK_COLUMNS,
  taskIn,
  UNFINISHED,
} from '../storage/task-store.ts'
import type { Bell } from './bell.ts'
import type { Postgres } from './postgres.ts'
import { type DatabaseClock, databaseClock } from './replicas.ts'
import { createPostgresTaskWrites, HELD, WAITING, WAITING_TASKS } from './task-writes.ts'

/** How often watchers look without being woken: a ring can be lost. */
const LOOK_EVERY_MS = 5_000

interface TaskOptions {
  postgres: Postgres
  sql: Sql
  /** Closed by whoever made it, after the tasks. */
  bell: Bell
  leaseMs: number
  /** A clock that never jumps; only differences count. */
  steadyClock?: () => number
  clock?: DatabaseClock
}

/** Opens the ports of tasks on Postgres, whose tables must be there. */
export function openPostgresTasks({
  postgres,
  sql,
  bell,
  leaseMs,
  steadyClock = () => performance.now(),
  clock = databaseClock,
}: TaskOptions) {
  const writes = createPostgresTaskWrites(postgres, bell, clock)
  const watchers = createWatchers(LOOK_EVERY_MS)
  const stopListening = bell.listen(watchers.wake)
  let isOpen = true
  return {
    store: {
      ...createTaskStore(sql, writes),
      async countWaiting() {
        const [row] = await postgres.query<{ count: number }>(
          `SELECT count(*) AS count FROM stretto.tasks WHERE ${WAITING}`,
        )
        return row!.count
      },
    },
    progress: createTaskProgress(sql, writes),
    leases: createTaskLeases({ postgres, bell, leaseMs, steadyClock, clock }),
    events: createTaskEvents({ sql, writes, watchers, isOpen: () => isOpen }),
    close() {
      isOpen = false
      stopListening()
      watchers.wake(null)
    },
  }
}

type ClaimedRow = RowOf<typeof TASK> & { fence: number; turn: number }

/**
 * Hands out tasks. Who has taken one is stored with it, together with a fence, by which every write of a holder is
 * checked. One that uses the caller's key never waits: no other process could run it, so it is claimed only to be
 * ended when its process is gone.
 */
function createTaskLeases({
  postgres,
  bell,
  clock,
  leaseMs: heldMs,
  steadyClock,
}: Omit<Required<TaskOptions>, 'sql'>): TaskLeases {
  const until = (parameter: string) => `${clock()} + ${parameter}::float8 * interval '1 millisecond'`
  let lostTouchAt = Number.NEGATIVE_INFINITY

  /** Remembers when the database could not be reached. */
  async function inTouch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (error instanceof StorageError) lostTouchAt = steadyClock()
      throw error
    }
  }

  /** After the database was away, all others first get the time to send a heartbeat. */
  const othersCouldSpeak = () => steadyClock() - lostTouchAt >= heldMs

  return {
    async claim({ owner, leaseMs }, { most, except }) {
      // Past those that are being written at this moment, perhaps by one who was suspended. Chosen once, in an array:
      // a subquery could be run again for every row.
      const rows = await inTouch(
        postgres.query<ClaimedRow>(
          `UPDATE stretto.tasks SET owner = $1, fence = fence + 1, leased_until = ${until('$2')}
           WHERE id = ANY(ARRAY(
             SELECT id FROM stretto.tasks WHERE ${UNFINISHED} AND id <> ALL($3)
               AND (owner IS NULL OR ($5 AND leased_until <= ${clock()}))
             ORDER BY turn, created_at LIMIT $4 FOR UPDATE SKIP LOCKED))
           RETURNING ${TASK_COLUMNS}, fence, turn`,
          [owner, leaseMs, except, most, othersCouldSpeak()],
        ),
      )
      return rows
        .sort((one, other) => one.turn - other.turn || one.created_at - other.created_at)
        .map((row) => ({ task: taskIn(row), lease: { taskId: row.id, owner, fence: row.fence } }))
    },

    async heartbeat(leases, leaseMs) {
      const held = await inTouch(
        postgres.query<{ id: string; fence: number }>(
          `UPDATE stretto.tasks AS task SET leased_until = ${until('$4')}
           FROM unnest($1::text[], $2::text[], $3::bigint[]) AS lease (id, owner, fence)
           WHERE (task.id, task.owner, task.fence) = (lease.id, lease.owner, lease.fence) AND ${UNFINISHED}
           RETURNING task.id, task.fence`,
          [
            leases.map(({ taskId }) => taskId),
            leases.map(({ owner }) => owner),
            leases.map(({ fence }) => fence),
            leaseMs,
          ],
        ),
      )
      const kept = new Map(held.map(({ id, fence }) => [id, fence]))
      return leases.filter(({ taskId, fence }) => kept.get(taskId) !== fence)
    },

    async release(lease) {
      const freed = await postgres.change(
        `UPDATE stretto.tasks SET owner = NULL, leased_until = NULL WHERE ${HELD}`,
        heldBy(lease),
      )
      if (freed === 1) bell.ring(WAITING_TASKS)
    },

    onFree: (callback) =>
      bell.listen((topic) => {
        if (topic === WAITING_TASKS || topic === null) callback()
      }),
  }
}
