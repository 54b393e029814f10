import type { Database } from '../../src/adapters/sqlite/database.ts'
import { createSqliteSql } from '../../src/adapters/sqlite/sql.ts'
import { openSqliteTasks } from '../../src/adapters/sqlite/tasks.ts'
import type { TaskRecord } from '../../src/tasks/task-machine.ts'
import type {
  TaskClaim,
  TaskEvents,
  TaskLease,
  TaskLeases,
  TaskProgress,
  TaskStore,
} from '../../src/tasks/task-ports.ts'

/** The ports of tasks on one store. */
export interface TaskPorts {
  store: TaskStore
  progress: TaskProgress
  leases: TaskLeases
  events: TaskEvents
  close?: () => unknown
}

/** Opens the ports of tasks on SQLite. */
export function createSqliteTaskPorts(database: Database): TaskPorts {
  return openSqliteTasks(database, createSqliteSql(database))
}

/** The process of a test. */
export const FIRST: TaskClaim = { owner: 'first', leaseMs: 1_000 }

/** Stores a new task and claims it for its creator, at once or from those that wait. */
export async function insertTask(
  { store, leases }: Pick<TaskPorts, 'store' | 'leases'>,
  task: TaskRecord,
  claim = FIRST,
): Promise<TaskLease> {
  const { task: stored, lease } = await store.insert(task, claim)
  if (stored.id !== task.id) throw new Error(`There was a task under the key of ${task.id}`)
  if (lease !== null) return lease
  const [claimed] = await leases.claim(claim, { most: 1, except: [] })
  if (claimed === undefined || claimed.task.id !== task.id)
    throw new Error(`The task ${task.id} was not the next to be claimed`)
  return claimed.lease
}
