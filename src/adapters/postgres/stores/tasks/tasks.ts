import type { Bell } from '../../../bell.ts'
import { createHungBells } from '../../../hung-bells.ts'
import type { Sql } from '../../../storage/sql.ts'
import { createTaskProgress, createTaskStore } from '../../../storage/tasks/stored-tasks.ts'
import { createTaskEvents } from '../../../storage/tasks/task-events.ts'
import { type DatabaseClock, databaseClock } from '../../database-clock.ts'
import type { Postgres } from '../../postgres.ts'
import { createPostgresTaskLeases } from './task-leases.ts'
import { WAITING } from './task-sql.ts'
import { createPostgresTaskWrites } from './task-writes.ts'

/** How often watchers look without being woken: a ring can be lost. */
const LOOK_EVERY_MS = 5_000

interface TaskOptions {
  postgres: Postgres
  sql: Sql
  /** Closed by whoever made it, after the tasks. */
  bell: Bell
  leaseMs: number
  steadyClock?: () => number
  clock?: DatabaseClock
}

/** Opens the ports of tasks on Postgres, whose tables must be there. */
export function openPostgresTasks({
  postgres,
  sql,
  bell,
  leaseMs,
  steadyClock = () => performance.now(),
  clock = databaseClock,
}: TaskOptions) {
  const writes = createPostgresTaskWrites({ postgres, bell, clock })
  const bells = createHungBells({ everyMs: LOOK_EVERY_MS, lookAround: () => bells.wake(null) })
  const stopListening = bell.listen((topic) => bells.wake(topic))
  let isOpen = true
  return {
    store: {
      ...createTaskStore(sql, writes),
      async countWaiting() {
        const [row] = await postgres.query<{ count: number }>(
          `SELECT count(*) AS count FROM stretto.tasks WHERE ${WAITING}`,
        )
        return row!.count
      },
    },
    progress: createTaskProgress(sql, writes),
    leases: createPostgresTaskLeases({ postgres, bell, leaseMs, steadyClock, clock }),
    events: createTaskEvents({ sql, writes, bells, isOpen: () => isOpen }),
    /** Ends all watching. */
    close() {
      isOpen = false
      stopListening()
      bells.wake(null)
    },
  }
}
