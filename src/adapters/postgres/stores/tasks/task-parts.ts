import type { Bell } from '../../../bell.ts'
import type { DatabaseClock } from '../../database-clock.ts'
import type { Postgres } from '../../postgres.ts'
import type { createTaskLines } from './task-lines.ts'

/** The topic of the bell for tasks that wait to be run. */
export const WAITING_TASKS = 'waiting-tasks'

/** What the stores of tasks share. */
export interface TaskParts {
  postgres: Postgres
  bell: Bell
  lines: ReturnType<typeof createTaskLines>
  clock: DatabaseClock
}
