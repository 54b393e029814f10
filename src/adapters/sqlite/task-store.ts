import { TASK_STATUSES, type TaskStatus } from '../../contract/local-consensus.ts'
import { isFinished, type TaskRecord } from '../../tasks/task-machine.ts'
import type { TaskStore } from '../../tasks/task-store.ts'
import type { Database } from './database.ts'
import { createGroupCommit } from './group-commit.ts'

interface TaskRow {
  id: string
  scope: string
  request: string
  warnings: string
  status: TaskStatus
  progress: number
  result: string | null
  error: string | null
  created_at: number
  updated_at: number
  idempotency_key: string | null
  uses_caller_key: number
}

/** Keeps tasks in SQLite; every write is on disk before it is answered. */
export function createSqliteTaskStore(database: Database): TaskStore {
  const columns =
    'id, scope, request, warnings, status, progress, result, error, created_at, updated_at, idempotency_key, uses_caller_key'
  const insert = database.prepare(
    `INSERT INTO tasks (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const byId = database.prepare(`SELECT ${columns} FROM tasks WHERE id = ? AND scope = ?`)
  const byKey = database.prepare(`SELECT ${columns} FROM tasks WHERE idempotency_key = ? AND scope = ?`)
  const update = database.prepare(
    `UPDATE tasks SET status = ?, progress = ?, result = ?, error = ?, updated_at = ?
     WHERE id = ? AND status IN ('pending', 'running')`,
  )
  const setCheckpoint = database.prepare('UPDATE tasks SET checkpoint = ? WHERE id = ?')
  const forgetReplies = database.prepare('DELETE FROM task_replies WHERE task_id = ?')
  const checkpoint = database.prepare('SELECT checkpoint FROM tasks WHERE id = ?')
  const keepReply = database.prepare(
    'INSERT OR REPLACE INTO task_replies (task_id, call, reply) VALUES (?, ?, ?)',
  )
  const replies = database.prepare('SELECT call, reply FROM task_replies WHERE task_id = ?')
  const unfinished = database.prepare(
    `SELECT ${columns} FROM tasks WHERE status IN ('pending', 'running') ORDER BY created_at, id`,
  )
  const counts = database.prepare('SELECT status, COUNT(*) AS count FROM tasks GROUP BY status')
  const sweep = database.prepare(
    "DELETE FROM tasks WHERE status IN ('completed', 'failed') AND updated_at < ?",
  )

  const { write } = createGroupCommit(database)

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
        return changes === 1 ? task : read(byKey.get(task.idempotencyKey, task.scope) as TaskRow)
      }),

    async get(id, scope) {
      const row = byId.get(id, scope)
      return row === undefined ? null : read(row as TaskRow)
    },

    async findByIdempotencyKey(key, scope) {
      const row = byKey.get(key, scope)
      return row === undefined ? null : read(row as TaskRow)
    },

    update: (task, spiral) =>
      write(() => {
        const result = task.result && JSON.stringify(task.result)
        const error = task.error && JSON.stringify(task.error)
        const { changes } = update.run(task.status, task.progress, result, error, task.updatedAt, task.id)
        if (changes === 0) return false
        if (spiral !== undefined) setCheckpoint.run(JSON.stringify(spiral), task.id)
        if (spiral !== undefined || isFinished(task)) forgetReplies.run(task.id)
        return true
      }),

    async checkpointOf(id) {
      const row = checkpoint.get(id) as { checkpoint: string | null } | undefined
      return row?.checkpoint ? JSON.parse(row.checkpoint) : null
    },

    keepReply: (id, call, reply) =>
      write(() => {
        keepReply.run(id, call, JSON.stringify(reply))
      }),

    async repliesOf(id) {
      const rows = replies.all(id) as Array<{ call: string; reply: string }>
      return new Map(rows.map(({ call, reply }) => [call, JSON.parse(reply)]))
    },

    async unfinished() {
      return (unfinished.all() as TaskRow[]).map(read)
    },

    async countByStatus() {
      const rows = counts.all() as Array<{ status: TaskStatus; count: number }>
      const none = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as Record<
        TaskStatus,
        number
      >
      return Object.assign(none, Object.fromEntries(rows.map(({ status, count }) => [status, count])))
    },

    async sweep(finishedBefore) {
      sweep.run(finishedBefore)
    },
  }
}

function read(row: TaskRow): TaskRecord {
  return {
    id: row.id,
    scope: row.scope,
    request: JSON.parse(row.request),
    warnings: JSON.parse(row.warnings),
    status: row.status,
    progress: row.progress,
    result: row.result === null ? null : JSON.parse(row.result),
    error: row.error === null ? null : JSON.parse(row.error),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    idempotencyKey: row.idempotency_key,
    usesCallerKey: row.uses_caller_key === 1,
  }
}
