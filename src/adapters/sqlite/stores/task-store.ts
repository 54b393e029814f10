import { StrettoError } from '../../../contract/error-codes.ts'
import { TASK_STATUSES, type TaskStatus } from '../../../contract/local-consensus.ts'
import type { ModelReply, Spiral } from '../../../engine/index.ts'
import { isFinished, type TaskRecord } from '../../../tasks/task-machine.ts'
import { DamagedTaskStore, type KeptCall, type TaskStore } from '../../../tasks/task-store.ts'
import { createDamageReport, DamagedData, isDamage } from '../damage.ts'
import type { Database } from '../database.ts'
import { createGroupCommit, type Write } from '../group-commit.ts'
import { readableRows } from '../readable-rows.ts'
import { parseStored, storedColumns } from '../stored-columns.ts'
import { transact, withoutWaiting } from '../transaction.ts'
import { DAMAGED_TASK, TASK } from './task-row.ts'

const STATUS = storedColumns({ status: 'text' })
const REPLY = storedColumns({ call: 'text', reply: 'text' })
const CHECKPOINT = storedColumns({ checkpoint: 'text?' })

/** The names of this data in damage reports. */
const TASKS = 'the tasks'
const REPLIES = 'the replies of unfinished tasks'

const NAMES =
  'id, scope, request, warnings, status, progress, result, error, created_at, updated_at, idempotency_key, uses_caller_key'

/** Also matches a damaged status. */
const UNFINISHED = "status NOT IN ('completed', 'failed')"

/** Stores tasks in SQLite; every write is on disk before it is acknowledged. */
export function createSqliteTaskStore(database: Database, damage = createDamageReport()): TaskStore {
  const insert = database.prepare(
    `INSERT INTO tasks (${NAMES}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const byId = database.prepare(`SELECT ${TASK.sql} FROM tasks WHERE id = ? AND scope = ?`)
  const byKey = database.prepare(`SELECT ${TASK.sql} FROM tasks WHERE idempotency_key = ? AND scope = ?`)
  const update = database.prepare(
    `UPDATE tasks SET status = ?, progress = ?, result = ?, error = ?, updated_at = ?
     WHERE id = ? AND ${UNFINISHED}`,
  )
  const setCheckpoint = database.prepare('UPDATE tasks SET checkpoint = ? WHERE id = ?')
  const forgetReplies = database.prepare('DELETE FROM task_replies WHERE task_id = ?')
  const checkpoint = database.prepare(`SELECT ${CHECKPOINT.sql} FROM tasks WHERE id = ?`)
  const keepReply = database.prepare(
    'INSERT OR REPLACE INTO task_replies (task_id, call, reply) VALUES (?, ?, ?)',
  )
  const replies = database.prepare(`SELECT ${REPLY.sql} FROM task_replies WHERE task_id = ?`)
  // Filter by status first: it is indexed, and finished tasks may be many.
  const unfinished = database.prepare(
    `SELECT ${TASK.sql} FROM tasks WHERE rowid IN (SELECT rowid FROM tasks WHERE ${UNFINISHED})
     ORDER BY tasks.created_at, tasks.id`,
  )
  const counts = database.prepare(
    `SELECT ${STATUS.sql}, count FROM (SELECT status, COUNT(*) AS count FROM tasks GROUP BY status)`,
  )
  const sweep = database.prepare(
    "DELETE FROM tasks WHERE status IN ('completed', 'failed') AND updated_at < ?",
  )

  const group = createGroupCommit(database, { waitsForDisk: true })
  const unreachable = (error: unknown) => (damage.takes(TASKS, error) ? new DamagedTaskStore(error) : error)
  const write: Write = (work) =>
    group.write(work).catch((error) => {
      throw unreachable(error)
    })
  const read = <Value>(work: () => Value): Value => {
    try {
      return work()
    } catch (error) {
      throw unreachable(error)
    }
  }
  function replace(task: TaskRecord, spiral: Spiral | undefined, settle: boolean): boolean {
    const result = task.result && JSON.stringify(task.result)
    const error = task.error && JSON.stringify(task.error)
    const { changes } = update.run(task.status, task.progress, result, error, task.updatedAt, task.id)
    if (changes === 0) return false
    if (spiral !== undefined) setCheckpoint.run(JSON.stringify(spiral), task.id)
    if (settle && (spiral !== undefined || isFinished(task))) forgetReplies.run(task.id)
    return true
  }

  const readTask = (row: unknown) => (row === undefined ? null : TASK.read(row))

  return {
    insert: (task) =>
      write(() => {
        const { changes } = insert.run(
          task.id,
          task.scope,
          JSON.stringify(task.request),
          JSON.stringify(task.warnings),
          task.status,
          task.progress,
          null,
          null,
          task.createdAt,
          task.updatedAt,
          task.idempotencyKey,
          task.usesCallerKey ? 1 : 0,
        )
        return changes === 1 ? task : TASK.read(byKey.get(task.idempotencyKey, task.scope) ?? {})
      }),

    async get(id, scope) {
      return read(() => readTask(byId.get(id, scope)))
    },

    async findByIdempotencyKey(key, scope) {
      return read(() => readTask(byKey.get(key, scope)))
    },

    async update(task, spiral) {
      try {
        return await group.write(() => replace(task, spiral, true))
      } catch (error) {
        if (!isDamage(error)) throw error
        // Replies that remain are not requested again; a result must not be lost because of them.
        const took = await write(() => replace(task, spiral, false))
        damage.takes(REPLIES, error)
        return took
      }
    },

    async checkpointOf(id) {
      const row = read(() => checkpoint.get(id))
      if (row === undefined) return null
      const stored = damage.around(TASKS, () => readCheckpoint(row), undefined)
      if (stored === undefined) throw new StrettoError('internal_error', DAMAGED_TASK)
      return stored
    },

    async keepReply(id, call, what) {
      // Not grouped with the other writes of this turn: a process killed in between would lose what it paid for.
      // Nor does it wait for the disk, which surviving a kill does not require; the next write of a task waits for both.
      try {
        withoutWaiting(database, () => keepReply.run(id, call, JSON.stringify(what)))
      } catch (error) {
        // Reported as what it is; a task continues without what could not be stored.
        if (!damage.takes(REPLIES, error)) throw database.storage.failed(error)
      }
      // Replies that arrived in the meantime are read and stored before this one is processed.
      await new Promise<void>((resolve) => setImmediate(resolve))
    },

    async repliesOf(id) {
      const rows = damage.around(REPLIES, () => replies.all(id), [])
      // A reply that cannot be read is requested again.
      return new Map(rows.flatMap((row) => damage.around(REPLIES, () => readReply(row), [])))
    },

    async unfinished() {
      const all = { database, table: 'tasks', columns: TASK, part: TASKS, damage }
      return (
        damage.around(TASKS, () => unfinished.all().map(TASK.read), null) ??
        readableRows(all).filter((task) => !isFinished(task) || task.damaged)
      )
    },

    async countByStatus() {
      const known = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as Record<
        TaskStatus,
        number
      >
      const rows = damage.around(
        TASKS,
        () => counts.all() as Array<{ status: Uint8Array; count: number }>,
        [],
      )
      for (const row of rows) {
        const status = damage.around(TASKS, () => STATUS.read(row).status, null)
        if (status !== null && Object.hasOwn(known, status)) known[status as TaskStatus] = row.count
      }
      return known
    },

    async sweep(finishedBefore) {
      transact(database, () => sweep.run(finishedBefore))
    },
  }
}

/** The checkpoint of a task; throws DamagedData if it cannot be read. */
export function readCheckpoint(row: unknown): Spiral | null {
  const { checkpoint } = CHECKPOINT.read(row)
  if (checkpoint === null) return null
  const spiral = parseStored(checkpoint) as Spiral | null
  const lists = [spiral?.entries, spiral?.standings, spiral?.anchors]
  if (!lists.every(Array.isArray)) throw new DamagedData('a stored checkpoint does not fit')
  return spiral
}

/** A stored reply with its call; throws DamagedData if it cannot be read. */
export function readReply(row: unknown): Array<[string, KeptCall]> {
  const { call, reply } = REPLY.read(row)
  const parsed = parseStored(reply)
  if (typeof parsed !== 'object' || parsed === null) throw new DamagedData('a stored reply does not fit')
  // Earlier versions stored the bare reply.
  return [[call, 'text' in parsed ? { reply: parsed as ModelReply } : (parsed as KeptCall)]]
}
