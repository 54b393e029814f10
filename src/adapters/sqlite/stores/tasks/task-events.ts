import type { Task } from '../../../../contract/local-consensus.ts'
import {
  endsTask,
  type NumberedEvent,
  type TaskEvent,
  type TaskEvents,
  withoutResult,
} from '../../../../tasks/task-events.ts'
import { isFinished, viewOf } from '../../../../tasks/task-machine.ts'
import { createDamageReport, DamagedData } from '../../damage.ts'
import type { Database } from '../../database.ts'
import { parseStored, storedColumns } from '../../stored-columns.ts'
import { createBells } from './event-bells.ts'
import { TASK } from './task-row.ts'
import { EVENTS, HELD, readTasks } from './task-write.ts'

const EVENT = storedColumns({ number: 'number', event: 'text' })

/** How many events are read at a time, so that a long history does not fill the memory. */
const BATCH = 50

/** The events of tasks in SQLite, for its stores to add to. */
export interface SqliteTaskEvents extends TaskEvents {
  /** Appends an event within the current transaction. */
  append(taskId: string, event: TaskEvent): void
}

/** Stores the events of tasks as numbered rows. */
export function createSqliteTaskEvents(database: Database, damage = createDamageReport()): SqliteTaskEvents {
  const insert = database.prepare(
    `INSERT INTO task_events (task_id, number, event)
     SELECT ?, COALESCE(MAX(number), 0) + 1, ? FROM task_events WHERE task_id = ?`,
  )
  const held = database.prepare(`SELECT ${HELD} AS held`)
  const after = database.prepare(
    `SELECT ${EVENT.sql} FROM task_events WHERE task_id = ? AND number > ? ORDER BY number LIMIT ${BATCH}`,
  )
  const byId = database.prepare(`SELECT ${TASK.sql} FROM tasks WHERE id = ?`)
  const bells = createBells(database)

  function append(taskId: string, event: TaskEvent): void {
    insert.run(taskId, JSON.stringify(withoutResult(event)), taskId)
    bells.ring(taskId)
  }

  /** The state of a task now; null if there is none any more. */
  function stateOf(taskId: string): Task | null {
    const row = readTasks(damage, () => byId.get(taskId))
    return row === undefined ? null : viewOf(TASK.read(row))
  }

  function readEvent(taskId: string, row: unknown): NumberedEvent {
    const { number, event } = EVENT.read(row)
    const stored = parseStored(event) as TaskEvent
    if (typeof stored?.type !== 'string') throw new DamagedData('a stored event does not fit')
    if (stored.type !== 'task-change' || stored.task.status !== 'completed') return { number, event: stored }
    return { number, event: { ...stored, task: stateOf(taskId) ?? stored.task } }
  }

  function eventsAfter(taskId: string, number: number): NumberedEvent[] {
    const rows = damage.around(EVENTS, () => after.all(taskId, number), [])
    return rows.flatMap((row) => damage.around(EVENTS, () => [readEvent(taskId, row)], []))
  }

  async function* watch(
    taskId: string,
    { after: seen, signal }: { after: number; signal: AbortSignal },
  ): AsyncGenerator<NumberedEvent, void> {
    let last = seen
    let wasFinished = false
    const bell = bells.hang(taskId, signal)
    try {
      while (!signal.aborted && database.open) {
        const news = bell.next()
        const events = eventsAfter(taskId, last)
        for (const numbered of events) {
          last = numbered.number
          yield numbered
          if (endsTask(numbered.event)) return
        }
        if (events.length > 0) continue
        const task = stateOf(taskId)
        if (task === null) return
        if (!isFinished(task)) await news
        // It may have finished after the events were read.
        else if (!wasFinished) wasFinished = true
        // Its last event was seen before, or is damaged.
        else return yield { number: last, event: { type: 'task-change', task } }
      }
    } finally {
      bell.remove()
    }
  }

  return {
    append,
    publish: (lease, event) =>
      database.writes.write(() => {
        const { held: isHeld } = held.get(lease.taskId, lease.owner, lease.fence) as { held: number }
        if (isHeld === 1) append(lease.taskId, event)
        return isHeld === 1
      }),
    watch,
  }
}
