import type { Database } from '../../src/adapters/sqlite/database.ts'
import { createSqliteTaskEvents } from '../../src/adapters/sqlite/stores/tasks/task-events.ts'
import { createSqliteTaskLeases } from '../../src/adapters/sqlite/stores/tasks/task-leases.ts'
import { createSqliteTaskProgress } from '../../src/adapters/sqlite/stores/tasks/task-progress.ts'
import { createSqliteTaskStore } from '../../src/adapters/sqlite/stores/tasks/task-store.ts'
import type { TaskEvents } from '../../src/tasks/task-events.ts'
import type { TaskClaim, TaskLease, TaskLeases } from '../../src/tasks/task-leases.ts'
import type { TaskRecord } from '../../src/tasks/task-machine.ts'
import type { TaskProgress } from '../../src/tasks/task-progress.ts'
import type { TaskStore } from '../../src/tasks/task-store.ts'

/** The ports of tasks on one store. */
export interface TaskPorts {
  store: TaskStore
  progress: TaskProgress
  leases: TaskLeases
  events: TaskEvents
  close?: () => void
}

/** Opens the ports of tasks on SQLite, with the clock of the machine or one of the test. */
export function createSqliteTaskPorts(database: Database, clock?: () => number): TaskPorts {
  const events = createSqliteTaskEvents(database)
  return {
    store: createSqliteTaskStore(database, events, undefined, clock),
    progress: createSqliteTaskProgress(database, events),
    leases: createSqliteTaskLeases(database, undefined, clock),
    events,
  }
}

/** The process of a test. */
export const FIRST: TaskClaim = { owner: 'first', leaseMs: 1_000 }

/** Stores a new task and returns the lease of its creator. */
export async function insertTask({ store }: TaskPorts, task: TaskRecord, claim = FIRST): Promise<TaskLease> {
  const { lease } = await store.insert(task, claim)
  if (lease === null) throw new Error(`The task ${task.id} was there before`)
  return lease
}
