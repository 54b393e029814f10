import type { TaskListQuery, TaskStatus, TaskSummary } from '../contract/local-consensus.ts'
import type { TaskClaim, TaskLease } from './task-leases.ts'
import type { TaskRecord } from './task-machine.ts'

/** Stores tasks for their callers. Every change of a task is also an event for its watchers. */
export interface TaskStore {
  /**
   * Stores a new task and claims it for its creator, who alone has the caller's key. Without such a key a store may let
   * the task wait for whoever claims it first: then there is no lease. Nor is there for the task that this scope already
   * stored under the same idempotency key, which is returned instead.
   */
  insert(task: TaskRecord, claim: TaskClaim): Promise<{ task: TaskRecord; lease: TaskLease | null }>
  get(id: string, scope: string): Promise<TaskRecord | null>
  /** The tasks of a scope without their results, the last changed first. */
  list(scope: string, wanted: TaskListQuery): Promise<TaskSummary[]>
  findByIdempotencyKey(key: string, scope: string): Promise<TaskRecord | null>
  /** Stores the end of a task, whoever holds it, and returns whether it did; a finished task never changes. */
  end(task: TaskRecord): Promise<boolean>
  countByStatus(): Promise<Record<TaskStatus, number>>
  /** How many tasks wait to be claimed, if they wait in the store and not with their creators. */
  countWaiting?(): Promise<number>
  /** Removes tasks that finished before a time, with everything that belongs to them. */
  sweep(finishedBefore: number): Promise<void>
}
