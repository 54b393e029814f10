import { StrettoError } from '../../../../contract/error-codes.ts'
import type { Spiral } from '../../../../engine/index.ts'
import { storedCheckpoint } from '../../../../tasks/checkpoint.ts'
import type { TaskLease } from '../../../../tasks/task-leases.ts'
import { isFinished, viewOf } from '../../../../tasks/task-machine.ts'
import type { KeptCall, TaskProgress } from '../../../../tasks/task-progress.ts'
import { readKeptCall } from '../../../storage/kept-call.ts'
import { spiralIn } from '../../../storage/stored-checkpoint.ts'
import { DAMAGED_TASK, stateOf } from '../../../storage/task-row.ts'
import { createDamageReport } from '../../damage.ts'
import type { Database } from '../../database.ts'
import { storedColumns } from '../../stored-columns.ts'
import type { SqliteTaskEvents } from './task-events.ts'
import { EVENTS, HELD, REPLIES, readTasks, TASKS, UNFINISHED, writeTasks } from './task-write.ts'

const REPLY = storedColumns({ call: 'text', reply: 'text' })
const CHECKPOINT = storedColumns({ checkpoint: 'text?' })

/** Stores the progress of tasks in SQLite; everything but replies is on disk before it is acknowledged. */
export function createSqliteTaskProgress(
  database: Database,
  events: SqliteTaskEvents,
  damage = createDamageReport(),
): TaskProgress {
  const update = database.prepare(
    `UPDATE tasks SET status = ?, progress = ?, result = ?, error = ?, updated_at = ?
     WHERE id = ? AND ${UNFINISHED} AND ${HELD}`,
  )
  const setCheckpoint = database.prepare('UPDATE tasks SET checkpoint = ? WHERE id = ?')
  const endLease = database.prepare('DELETE FROM task_leases WHERE task_id = ?')
  const forgetReplies = database.prepare('DELETE FROM task_replies WHERE task_id = ?')
  const checkpoint = database.prepare(`SELECT ${CHECKPOINT.sql} FROM tasks WHERE id = ?`)
  const insertReply = database.prepare(
    `INSERT OR REPLACE INTO task_replies (task_id, call, reply) SELECT ?, ?, ? WHERE ${HELD}`,
  )
  const replies = database.prepare(`SELECT ${REPLY.sql} FROM task_replies WHERE task_id = ?`)

  return {
    update: (lease, task, spiral) =>
      writeTasks(database, damage, (lesser) => {
        const { changes } = update.run(...stateOf(task), task.id, ...heldBy(lease))
        if (changes === 0) return false
        if (spiral !== undefined) setCheckpoint.run(JSON.stringify(storedCheckpoint(spiral)), task.id)
        if (isFinished(task)) endLease.run(task.id)
        if (spiral !== undefined || isFinished(task)) lesser(REPLIES, () => forgetReplies.run(task.id))
        lesser(EVENTS, () => {
          const entry = spiral?.entries.at(-1)
          if (entry !== undefined) events.append(task.id, { type: 'iteration-end', entry })
          events.append(task.id, { type: 'task-change', task: viewOf(task) })
        })
        return true
      }),

    async checkpointOf(id) {
      const row = readTasks(damage, () => checkpoint.get(id))
      if (row === undefined) return null
      const stored = damage.around(TASKS, () => checkpointIn(row), undefined)
      if (stored === undefined) throw new StrettoError('internal_error', DAMAGED_TASK)
      return stored
    },

    async keepReply(lease, call, what) {
      const keep = () =>
        insertReply.run(lease.taskId, call, JSON.stringify(what), ...heldBy(lease)).changes === 1
      // Not later: a process killed in between would lose what it paid for. Nor does it wait for the disk, which
      // surviving a kill does not require; the next write of a task waits for both.
      const kept = await database.writes.write(keep, { isUrgent: true }).catch((error) => {
        // Reported as what it is; a task continues without what could not be stored.
        if (!damage.takes(REPLIES, error)) throw error
        return true
      })
      // Replies that arrived in the meantime are read and stored before this one is processed.
      await new Promise<void>((resolve) => setImmediate(resolve))
      return kept
    },

    async repliesOf(id) {
      const rows = damage.around(REPLIES, () => replies.all(id), [])
      // A reply that cannot be read is requested again.
      return new Map(rows.flatMap((row) => damage.around(REPLIES, () => readReply(row), [])))
    },
  }
}

/** The values for HELD. */
function heldBy({ taskId, owner, fence }: TaskLease): [string, string, number] {
  return [taskId, owner, fence]
}

/** The checkpoint in a row; throws DamagedData if it cannot be read. */
export function checkpointIn(row: unknown): Spiral | null {
  return spiralIn(CHECKPOINT.read(row).checkpoint)
}

/** A stored reply with its call; throws DamagedData if it cannot be read. */
export function readReply(row: unknown): Array<[string, KeptCall]> {
  const { call, reply } = REPLY.read(row)
  return [[call, readKeptCall(reply)]]
}
