import { StorageError } from '../../../../contract/storage-error.ts'
import type { ClaimedTask, TaskClaim, TaskLease, TaskLeases } from '../../../../tasks/task-leases.ts'
import type { Queries } from '../../postgres.ts'
import { type TaskParts, WAITING_TASKS } from './task-parts.ts'
import { COLUMNS, HELD, heldBy, type TaskRow, taskOf, UNFINISHED } from './task-row.ts'

type ClaimedRow = TaskRow & { fence: number; turn: number }

interface LeaseParts extends TaskParts {
  leaseMs: number
  /** A clock that never jumps; only differences count. */
  steadyClock: () => number
  /** How often this process looks for tasks of others that send no heartbeat. */
  takeBackEveryMs: number
}

/**
 * Hands out tasks from the queue. Who has taken one is stored with the task, together with a fence, by which every
 * write of a holder is checked. Tasks that use the caller's key have a lease instead of a job: no other process could
 * run them, so one is claimed only to be ended when its process is gone.
 */
export function createPostgresTaskLeases(parts: LeaseParts): TaskLeases {
  const { postgres, queue, bell, clock } = parts
  const until = (parameter: string) => `${clock()} + ${parameter}::float8 * interval '1 millisecond'`
  let lostTouchAt = Number.NEGATIVE_INFINITY
  let tookBackAt = Number.NEGATIVE_INFINITY

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

  async function takeBack(): Promise<void> {
    if (parts.steadyClock() - tookBackAt < parts.takeBackEveryMs) return
    tookBackAt = parts.steadyClock()
    await inTouch(queue.maintain())
  }

  function owned(rows: ClaimedRow[], { owner }: TaskClaim): ClaimedTask[] {
    return [...rows]
      .sort((one, other) => one.turn - other.turn || one.created_at - other.created_at)
      .map((row) => ({ task: taskOf(row), lease: { taskId: row.id, owner, fence: row.fence } }))
  }

  async function claimQueued(
    claim: TaskClaim,
    which: { most: number; except: string[] },
    queries: Queries,
  ): Promise<ClaimedRow[]> {
    const taken = await queue.take(which, queries)
    if (taken.length === 0) return []
    const rows = await queries.query<ClaimedRow>(
      `UPDATE stretto.tasks SET owner = $2, fence = fence + 1
       WHERE id IN (SELECT id FROM stretto.tasks WHERE id = ANY($1) AND ${UNFINISHED} FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}, fence, turn`,
      [taken, claim.owner],
    )
    const claimed = new Set(rows.map(({ id }) => id))
    await giveUp(
      taken.filter((id) => !claimed.has(id)),
      queries,
    )
    return rows
  }

  /** Removes jobs of tasks that are over. Those being written at this moment, perhaps by one who was suspended, wait on. */
  async function giveUp(taken: string[], queries: Queries): Promise<void> {
    if (taken.length === 0) return
    const waiting = await queries.query<{ id: string }>(
      `SELECT id FROM stretto.tasks WHERE id = ANY($1) AND ${UNFINISHED}`,
      [taken],
    )
    const unfinished = new Set(waiting.map(({ id }) => id))
    await queue.putBack([...unfinished], queries)
    await queue.remove(
      taken.filter((id) => !unfinished.has(id)),
      queries,
    )
  }

  function claimAbandoned(
    { owner, leaseMs }: TaskClaim,
    { most, except }: { most: number; except: string[] },
    queries: Queries,
  ): Promise<ClaimedRow[]> {
    return queries.query<ClaimedRow>(
      `UPDATE stretto.tasks SET owner = $1, fence = fence + 1, leased_until = ${until('$2')}
       WHERE id IN (
         SELECT id FROM stretto.tasks WHERE ${UNFINISHED} AND leased_until <= ${clock()} AND id <> ALL($3)
         ORDER BY created_at LIMIT $4 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}, fence, turn`,
      [owner, leaseMs, except, most],
    )
  }

  return {
    async claim(claim, { most, except }) {
      if (othersCouldSpeak()) await takeBack()
      const claimed = postgres.transaction(async (queries) => {
        const queued = await claimQueued(claim, { most, except }, queries)
        const left = othersCouldSpeak() ? most - queued.length : 0
        const abandoned = left === 0 ? [] : await claimAbandoned(claim, { most: left, except }, queries)
        return owned([...queued, ...abandoned], claim)
      })
      return inTouch(claimed)
    },

    async heartbeat(leases, leaseMs) {
      const held = await inTouch(
        postgres.query<{ id: string; fence: number; leased: boolean }>(
          `WITH lease AS (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS lease (id, owner, fence)),
           prolonged AS (
             UPDATE stretto.tasks AS task SET leased_until = ${until('$4')} FROM lease
             WHERE (task.id, task.owner, task.fence) = (lease.id, lease.owner, lease.fence) AND uses_caller_key
           )
           SELECT id, fence, uses_caller_key AS leased FROM stretto.tasks JOIN lease USING (id, owner, fence)
           WHERE ${UNFINISHED}`,
          [
            leases.map(({ taskId }) => taskId),
            leases.map(({ owner }) => owner),
            leases.map(({ fence }) => fence),
            leaseMs,
          ],
        ),
      )
      const queued = held.filter(({ leased }) => !leased).map(({ id }) => id)
      const touched = await inTouch(queue.touch(queued))
      const kept = new Map(
        held.filter(({ id, leased }) => leased || touched.has(id)).map(({ id, fence }) => [id, fence]),
      )
      return leases.filter(({ taskId, fence }) => kept.get(taskId) !== fence)
    },

    async release(lease: TaskLease) {
      const isFree = await postgres.transaction(async (queries) => {
        const [free] = await queries.query<{ leased: boolean }>(
          `UPDATE stretto.tasks SET owner = NULL, leased_until = CASE WHEN uses_caller_key THEN ${clock()} END
           WHERE ${HELD} RETURNING uses_caller_key AS leased`,
          heldBy(lease),
        )
        if (free?.leased === false) await queue.putBack([lease.taskId], queries)
        return free !== undefined
      })
      if (isFree) bell.ring(WAITING_TASKS)
    },

    onFree: (callback) =>
      bell.listen((topic) => {
        if (topic === WAITING_TASKS || topic === null) callback()
      }),
  }
}
