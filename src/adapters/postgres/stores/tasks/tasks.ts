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
import { openTaskQueue } from './task-queue.ts'
import { UNFINISHED } from './task-row.ts'
import { createPostgresTaskStore } from './task-store.ts'
import { writeGathered } from './task-writes.ts'

/** Times that processes look for lost tasks during a lease. */
const LOOKS_PER_LEASE = 3

interface TaskOptions {
  postgres: Postgres
  /** Closed by whoever made it, after the tasks. */
  bell: Bell
  leaseMs: number
  /** Called with what goes wrong in the background. */
  onFault: (error: unknown, what: string) => void
  steadyClock?: () => number
  clock?: DatabaseClock
  takeBackEveryMs?: number
}

/** The ports of tasks on Postgres. */
export interface PostgresTasks {
  store: TaskStore
  progress: TaskProgress
  leases: TaskLeases
  events: TaskEvents
  close(): Promise<void>
}

/** Opens the tasks in Postgres, whose tables must be there, with the queue from which replicas take them. */
export async function openPostgresTasks({
  postgres,
  bell,
  leaseMs,
  onFault,
  steadyClock = () => performance.now(),
  clock = databaseClock,
  takeBackEveryMs = leaseMs / LOOKS_PER_LEASE,
}: TaskOptions): Promise<PostgresTasks> {
  const queue = await openTaskQueue(postgres, { leaseMs, onFault })
  const lines = createTaskLines((lease, gathered) => writeGathered(postgres, lease, gathered))
  const parts: TaskParts = { postgres, queue, bell, lines, clock }
  const events = createPostgresTaskEvents(parts)
  await queueStored(parts)
  return {
    store: createPostgresTaskStore(parts),
    progress: createPostgresTaskProgress(parts),
    leases: createPostgresTaskLeases({ ...parts, leaseMs, steadyClock, takeBackEveryMs }),
    events,
    async close() {
      events.close()
      await queue.close()
    },
  }
}

/** Queues unfinished tasks that have no job, such as those of a restored or migrated database. */
async function queueStored({ postgres, queue }: TaskParts): Promise<void> {
  const tasks = await postgres.query<{ id: string; turn: number }>(
    `SELECT id, turn FROM stretto.tasks WHERE ${UNFINISHED} AND NOT uses_caller_key`,
  )
  await queue.send(tasks, postgres)
}
