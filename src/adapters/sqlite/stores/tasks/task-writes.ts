import { type DamageReport, isDamage } from '../../../storage/damage.ts'
import {
  EVENTS,
  REPLIES,
  stateOf,
  TASK_COLUMNS,
  unreachable,
  valuesOf,
} from '../../../storage/tasks/task-row.ts'
import { heldBy, type TaskWrites } from '../../../storage/tasks/task-writes.ts'
import type { Database } from '../../database.ts'
import type { MachineClock } from '../../machine-clock.ts'

/** SQL for a task that may still change; also matches a damaged status. */
export const UNFINISHED = "status NOT IN ('completed', 'failed')"

/** SQL for a task that is still held under a lease; takes the task, the owner and the fence first. */
const HELD = `EXISTS (SELECT 1 FROM tasks WHERE id = ?1 AND owner = ?2 AND fence = ?3 AND ${UNFINISHED})`

/** Runs a step of a write that the write can do without. */
type Lesser = (part: string, step: () => void) => void

interface TaskWriteParts {
  database: Database
  damage: DamageReport
  clock: MachineClock
  /** Tells the watchers of a task. */
  ring: (taskId: string) => void
}

/** Writes tasks to SQLite; everything but what runs gather is on disk before it is acknowledged. */
export function createSqliteTaskWrites({ database, damage, clock, ring }: TaskWriteParts): TaskWrites {
  const insert = database.prepare(
    `INSERT INTO tasks (${TASK_COLUMNS}, owner, fence, lease_ms, leased_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT DO NOTHING`,
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
    `INSERT OR REPLACE INTO task_replies (task_id, call, reply) SELECT ?1, ?4, ?5 WHERE ${HELD}`,
  )

  function append(taskId: string, events: string[]): void {
    for (const event of events) addEvent.run(taskId, event)
    ring(taskId)
  }

  /**
   * Writes to the tasks. Work is repeated without those lesser parts of the data that turn out to be damaged: a result
   * must not be lost because of them.
   */
  async function write<Result>(work: (lesser: Lesser) => Result): Promise<Result> {
    const damaged = new Set<string>()
    while (true) {
      const begun: string[] = []
      const lesser: Lesser = (part, step) => {
        if (damaged.has(part)) return
        begun.push(part)
        step()
      }
      try {
        return await database.writes.write(() => work(lesser), { waitsForDisk: true })
      } catch (error) {
        const last = begun.at(-1)
        if (last === undefined || !isDamage(error)) throw unreachable(damage, error)
        damaged.add(last)
        damage.takes(last, error)
      }
    }
  }

  return {
    insert: (task, { owner, leaseMs }, event) =>
      write((lesser) => {
        const lease = { taskId: task.id, owner, fence: 1 }
        const isNew = insert.run(...valuesOf(task), owner, leaseMs, clock() + leaseMs).changes === 1
        if (isNew) lesser(EVENTS, () => append(task.id, [event]))
        return { isNew, lease: isNew ? lease : null }
      }),

    change: (task, lease, { events, checkpoint, forgetsReplies }) =>
      write((lesser) => {
        const held = lease === null ? [task.id, null, null] : heldBy(lease)
        if (update.run(...held, ...stateOf(task), checkpoint).changes === 0) return false
        if (forgetsReplies) lesser(REPLIES, () => forgetReplies.run(task.id))
        lesser(EVENTS, () => append(task.id, events))
        return true
      }),

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
      const isHeld = await database.writes.write(keep, { isUrgent: isPaid }).catch((error) => {
        // Reported as what it is; a task continues without a reply that could not be stored.
        if (!isPaid || !damage.takes(REPLIES, error)) throw error
        return true
      })
      // Replies that arrived in the meantime are read and stored before this one is processed.
      if (isPaid) await new Promise<void>((resolve) => setImmediate(resolve))
      return isHeld
    },
  }
}
