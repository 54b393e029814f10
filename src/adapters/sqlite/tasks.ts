import type { TaskLeases } from '../../tasks/task-ports.ts'
import type { Sql } from '../storage/sql.ts'
import { createTaskEvents, createWatchers } from '../storage/task-events.ts'
import {
  createTaskProgress,
  createTaskStore,
  heldBy,
  stateOf,
  TASK,
  TASK_COLUMNS,
  type TaskWrites,
  taskIn,
  UNFINISHED,
  valuesOf,
} from '../storage/task-store.ts'
import { checkOpen } from './group-commit.ts'
import { rowsOf, type SqliteDatabase, selected } from './sql.ts'

/** SQL for a task that is still held under a lease; takes the task, the owner and the fence first. */
const HELD = `EXISTS (SELECT 1 FROM tasks WHERE id = ?1 AND owner = ?2 AND fence = ?3 AND ${UNFINISHED})`

const CLAIMED = { ...TASK, fence: 'number' } as const
const readClaimed = rowsOf(CLAIMED)

/** The ports of tasks on SQLite. */
export function openSqliteTasks(database: SqliteDatabase, sql: Sql) {
  const watchers = createWatchers()
  // As soon as the current transaction is over.
  const ring = (taskId: string) => void setImmediate(() => watchers.wake(taskId))
  const writes = createTaskWrites(database, ring)
  return {
    store: createTaskStore(sql, writes),
    progress: createTaskProgress(sql, writes),
    leases: createTaskLeases(database),
    events: createTaskEvents({ sql, writes, watchers, isOpen: () => database.open }),
    close: () => watchers.wake(null),
  }
}

/** Writes tasks to SQLite; everything but what runs gather is on disk before it is acknowledged. */
function createTaskWrites(database: SqliteDatabase, ring: (taskId: string) => void): TaskWrites {
  const insert = database.prepare(
    `INSERT INTO tasks (${TASK_COLUMNS}, owner, fence, lease_ms, leased_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 0) ON CONFLICT DO NOTHING`,
  )
  const update = database.prepare(
    `UPDATE tasks SET status = ?4, progress = ?5, result = ?6, error = ?7, updated_at = ?8,
       checkpoint = COALESCE(?9, checkpoint)
     WHERE id = ?1 AND ${UNFINISHED} AND (?2 IS NULL OR (owner = ?2 AND fence = ?3))`,
  )
  const forgetReplies = database.prepare('DELETE FROM task_replies WHERE task_id = ?')
  const next = '(SELECT COALESCE(MAX(number), 0) + 1 FROM task_events WHERE task_id = ?1)'
  const addEvent = database.prepare(
    `INSERT INTO task_events (task_id, number, event) VALUES (?1, ${next}, ?2)`,
  )
  const keepEvent = database.prepare(
    `INSERT INTO task_events (task_id, number, event) SELECT ?1, ${next}, ?4 WHERE ${HELD}`,
  )
  const keepReply = database.prepare(
    `INSERT INTO task_replies (task_id, call, reply) SELECT ?1, ?4, ?5 WHERE ${HELD}
     ON CONFLICT (task_id, call) DO UPDATE SET reply = excluded.reply`,
  )

  function append(taskId: string, events: string[]): void {
    for (const event of events) addEvent.run(taskId, event)
    ring(taskId)
  }

  return {
    insert: (task, { owner }, event) =>
      database.writes.write(
        () => {
          const isNew = insert.run(...valuesOf(task), owner).changes === 1
          if (isNew) append(task.id, [event])
          return { isNew, lease: isNew ? { taskId: task.id, owner, fence: 1 } : null }
        },
        { waitsForDisk: true },
      ),

    change: (task, lease, { events, checkpoint, forgetsReplies }) =>
      database.writes.write(
        () => {
          const held = lease === null ? [task.id, null, null] : heldBy(lease)
          if (update.run(...held, ...stateOf(task), checkpoint).changes === 0) return false
          if (forgetsReplies) forgetReplies.run(task.id)
          append(task.id, events)
          return true
        },
        { waitsForDisk: true },
      ),

    async keep(lease, { events, replies }) {
      const isPaid = replies.size > 0
      const keep = () => {
        const held = heldBy(lease)
        const added = [
          ...events.map((event) => keepEvent.run(...held, event)),
          ...[...replies].map(([call, reply]) => keepReply.run(...held, call, reply)),
        ]
        const isHeld = added.every(({ changes }) => changes === 1)
        if (isHeld && events.length > 0) ring(lease.taskId)
        return isHeld
      }
      // Replies not later: a process killed in between would lose what it paid for. Nor do they wait for the disk, which
      // surviving a kill does not require; the next write of a task waits for both.
      const isHeld = await database.writes.write(keep, { isUrgent: isPaid })
      // Replies that arrived in the meantime are read and stored before this one is processed.
      if (isPaid) await new Promise<void>((resolve) => setImmediate(resolve))
      return isHeld
    },
  }
}

/**
 * Hands out tasks within the only process on the file, so that a lease lasts until it is given back. Those of an earlier
 * process are free as soon as the next one opens the file.
 */
function createTaskLeases(database: SqliteDatabase): TaskLeases {
  database.prepare(`UPDATE tasks SET owner = NULL WHERE ${UNFINISHED} AND owner IS NOT NULL`).run()
  const claim = database.prepare(
    `UPDATE tasks SET owner = ?, fence = fence + 1 WHERE id IN (
       SELECT id FROM tasks WHERE ${UNFINISHED} AND owner IS NULL AND id NOT IN (SELECT value FROM json_each(?))
       ORDER BY created_at, id LIMIT ?)
     RETURNING ${selected(CLAIMED)}`,
  )
  const isHeld = database.prepare(`SELECT 1 WHERE ${HELD}`)
  const giveBack = database.prepare('UPDATE tasks SET owner = NULL WHERE id = ? AND owner = ? AND fence = ?')

  return {
    async claim({ owner }, { most, except }) {
      const rows = await database.writes.write(() =>
        claim.all(owner, JSON.stringify(except), most).map(readClaimed),
      )
      return rows
        .map((row) => ({ task: taskIn(row), lease: { taskId: row.id, owner, fence: row.fence } }))
        .sort(
          ({ task: one }, { task: other }) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
        )
    },

    async heartbeat(leases) {
      checkOpen(database)
      return leases.filter((lease) => isHeld.all(...heldBy(lease)).length === 0)
    },

    async release(lease) {
      await database.writes.write(() => giveBack.run(...heldBy(lease)))
    },
  }
}
