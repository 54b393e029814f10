import type { TaskEvents } from '../../../../tasks/task-events.ts'
import type { TaskLeases } from '../../../../tasks/task-leases.ts'
import type { TaskProgress } from '../../../../tasks/task-progress.ts'
import type { TaskStore } from '../../../../tasks/task-store.ts'
import type { Bell } from '../../../bell.ts'
import { type DatabaseClock, databaseClock } from '../../database-clock.ts'
import type { Postgres } from '../../postgres.ts'
import { createPostgresTaskEvents } from './task-events.ts'
import { createPostgresTaskLeases } from './task-leases.ts'
import { createTaskLines } from './task-lines.ts'
import type { TaskParts } from './task-parts.ts'
import { createPostgresTaskProgress } from './task-progress.ts'
import { createPostgresTaskStore } from './task-store.ts'
import { writeGathered } from './task-writes.ts'

interface TaskOptions {
  postgres: Postgres
  /** Closed by whoever made it, after the tasks. */
  bell: Bell
  leaseMs: number
  steadyClock?: () => number
  clock?: DatabaseClock
}

/** The ports of tasks on Postgres. */
export interface PostgresTasks {
  store: TaskStore
  progress: TaskProgress
  leases: TaskLeases
  events: TaskEvents
  close(): void
}

/** Opens the tasks in Postgres, whose tables must be there. */
export function openPostgresTasks({
  postgres,
  bell,
  leaseMs,
  steadyClock = () => performance.now(),
  clock = databaseClock,
}: TaskOptions): PostgresTasks {
  const lines = createTaskLines((lease, gathered) => writeGathered(postgres, lease, gathered))
  const parts: TaskParts = { postgres, bell, lines, clock }
  const events = createPostgresTaskEvents(parts)
  return {
    store: createPostgresTaskStore(parts),
    progress: createPostgresTaskProgress(parts),
    leases: createPostgresTaskLeases({ ...parts, leaseMs, steadyClock }),
    events,
    close: events.close,
  }
}
