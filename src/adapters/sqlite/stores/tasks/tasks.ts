import type { Sql } from '../../../storage/sql.ts'
import { createTaskProgress, createTaskStore } from '../../../storage/tasks/stored-tasks.ts'
import { createTaskEvents } from '../../../storage/tasks/task-events.ts'
import type { Database } from '../../database.ts'
import { machineClock } from '../../machine-clock.ts'
import { createBells } from './event-bells.ts'
import { createSqliteTaskLeases } from './task-leases.ts'
import { createSqliteTaskWrites } from './task-writes.ts'

/** The ports of tasks on SQLite. */
export function openSqliteTasks(database: Database, sql: Sql, clock = machineClock) {
  const { damage } = sql
  const bells = createBells(database)
  const writes = createSqliteTaskWrites({ database, damage, clock, ring: bells.ring })
  return {
    store: createTaskStore(sql, writes),
    progress: createTaskProgress(sql, writes),
    leases: createSqliteTaskLeases(database, damage, clock),
    events: createTaskEvents({ sql, writes, bells, isOpen: () => database.open }),
  }
}
