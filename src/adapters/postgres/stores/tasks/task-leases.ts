import { StorageError } from '../../../../contract/storage-error.ts'
import type { TaskLeases } from '../../../../tasks/task-leases.ts'
import type { Bell } from '../../../bell.ts'
import { TASK_COLUMNS, type TaskRow, taskIn } from '../../../storage/tasks/task-row.ts'
import { heldBy } from '../../../storage/tasks/task-writes.ts'
import type { DatabaseClock } from '../../database-clock.ts'
import type { Postgres } from '../../postgres.ts'
import { HELD, UNFINISHED, WAITING_TASKS } from './task-sql.ts'

type ClaimedRow = TaskRow & { fence: number; turn: number }

interface LeaseParts {
  postgres: Postgres
  bell: Bell
  clock: DatabaseClock
  leaseMs: number
  /** A clock that never jumps; only differences count. */
  steadyClock: () => number
}

/**
 * Hands out tasks. Who has taken one is stored with it, together with a fence, by which every write of a holder is
 * checked. One that uses the caller's key never waits: no other process could run it, so it is claimed only to be
 * ended when its process is gone.
 */
export function createPostgresTaskLeases(parts: LeaseParts): TaskLeases {
  const { postgres, bell, clock } = parts
  const until = (parameter: string) => `${clock()} + ${parameter}::float8 * interval '1 millisecond'`
  let lostTouchAt = Number.NEGATIVE_INFINITY

  /** Remembers when the database could not be reached. */
  async function inTouch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (error instanceof StorageError) lostTouchAt = parts.steadyClock()
      throw error
    }
  }

  /** After the database was away, all others first get the time to send a heartbeat. */
  const othersCouldSpeak = () => parts.steadyClock() - lostTouchAt >= parts.leaseMs

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
