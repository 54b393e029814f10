import type { TaskEvent, TaskEvents } from '../../../../tasks/task-events.ts'
import { viewOf } from '../../../../tasks/task-machine.ts'
import { EVENTS_AT_ONCE, readEvent, storedEvent, watchTask } from '../../../storage/task-event-log.ts'
import { createDamageReport } from '../../damage.ts'
import type { Database } from '../../database.ts'
import { storedColumns } from '../../stored-columns.ts'
import { createBells } from './event-bells.ts'
import { TASK } from './task-columns.ts'
import { EVENTS, readTasks } from './task-write.ts'

const EVENT = storedColumns({ number: 'number', event: 'text' })

/** The events of tasks in SQLite, for its stores to add to. */
export interface SqliteTaskEvents extends TaskEvents {
  /** Appends an event within the current transaction. */
  append(taskId: string, event: TaskEvent): void
}

/** Stores the events of tasks as numbered rows. */
export function createSqliteTaskEvents(database: Database, damage = createDamageReport()): SqliteTaskEvents {
  const insert = database.prepare(
    `INSERT INTO task_events (task_id, number, event)
     SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2 FROM task_events WHERE task_id = ?1`,
  )
  const insertHeld = database.prepare(
    `INSERT INTO task_events (task_id, number, event)
     SELECT ?1, (SELECT COALESCE(MAX(number), 0) + 1 FROM task_events WHERE task_id = ?1), ?4
     WHERE EXISTS (SELECT 1 FROM task_leases WHERE task_id = ?1 AND owner = ?2 AND fence = ?3)`,
  )
  const after = database.prepare(
    `SELECT ${EVENT.sql} FROM task_events WHERE task_id = ? AND number > ? ORDER BY number LIMIT ${EVENTS_AT_ONCE}`,
  )
  const byId = database.prepare(`SELECT ${TASK.sql} FROM tasks WHERE id = ?`)
  const bells = createBells(database)

  const log = {
    bells,
    isOpen: () => database.open,
    async stateOf(taskId: string) {
      const row = readTasks(damage, () => byId.get(taskId))
      return row === undefined ? null : viewOf(TASK.read(row))
    },
    async eventsAfter(taskId: string, number: number) {
      const rows = damage.around(EVENTS, () => after.all(taskId, number), []) as Array<{ number: number }>
      return rows.map((row) => ({
        number: row.number,
        event: damage.around(EVENTS, () => readEvent(EVENT.read(row).event), null),
      }))
    },
  }

  return {
    append(taskId, event) {
      insert.run(taskId, storedEvent(event))
      bells.ring(taskId)
    },
    publish: ({ taskId, owner, fence }, event) =>
      database.writes.write(() => {
        const isHeld = insertHeld.run(taskId, owner, fence, storedEvent(event)).changes === 1
        if (isHeld) bells.ring(taskId)
        return isHeld
      }),
    watch: (taskId, from) => watchTask(log, taskId, from),
  }
}
