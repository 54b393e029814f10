import type { Task, TaskListQuery, TaskStatus, TaskSummary } from '../contract/local-consensus.ts'
import type { CallCost, DeliberationEvent, ModelReply, Spiral } from '../engine/index.ts'
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

/** The hold of a process on a task. The fence grows with every claim, so that no two holds are alike. */
export interface TaskLease {
  taskId: string
  owner: string
  fence: number
}

/** Who claims tasks, and for how long without a heartbeat. The store measures the duration. */
export interface TaskClaim {
  /** The process; a new name at every start. */
  owner: string
  leaseMs: number
}

/** Which process runs which task, shared by all processes that use the store. */
export interface TaskLeases {
  /** Claims tasks that nobody holds or whose lease ran out, oldest first; where they wait in the store, scopes take turns. */
  claim(
    claim: TaskClaim,
    which: { most: number; except: string[] },
  ): Promise<Array<{ task: TaskRecord; lease: TaskLease }>>
  /** Extends leases; returns those that are lost, because another process claimed the task or it is finished. */
  heartbeat(leases: TaskLease[], leaseMs: number): Promise<TaskLease[]>
  /** Gives a task back to be claimed at once; nothing happens if the lease is lost. */
  release(lease: TaskLease): Promise<void>
  /** Calls back when there may be a task to claim, if the store can tell; returns a function that ends this. */
  onFree?(callback: () => void): () => void
}

/** The stored outcome of a paid call: its reply, why the reply is unusable, or the cost of failed attempts. */
export type KeptCall =
  | { reply: ModelReply }
  | { failure: { code: string; message: string; retryAfterMs: number | null; spent: CallCost } }
  | { spent: CallCost }

/** Stores how far tasks have come, with everything needed to resume one. Only the holder of a task can write. */
export interface TaskProgress {
  /** Replaces a task if it may. A checkpoint is stored with it and published, in place of the replies kept until then. */
  update(lease: TaskLease, task: TaskRecord, checkpoint?: Spiral): Promise<boolean>
  /** The last checkpoint; throws NewerCheckpoint for one that this version cannot read. */
  checkpointOf(id: string): Promise<Spiral | null>
  /** Stores the outcome of a call of the current iteration, immediately if possible; returns false without the lease. */
  keepReply(lease: TaskLease, call: string, what: KeptCall): Promise<boolean>
  repliesOf(id: string): Promise<Map<string, KeptCall>>
}

export type TaskEvent = DeliberationEvent | { type: 'task-change'; task: Task }

export interface NumberedEvent {
  number: number
  event: TaskEvent
}

/** Passes the events of tasks to their watchers, whichever process they are in. */
export interface TaskEvents {
  /** Appends an event of a run; returns false without the lease. Changes of tasks are published by their stores. */
  publish(lease: TaskLease, event: DeliberationEvent): Promise<boolean>
  /** The events after a number, past ones first; ends after that of the finished task, or when the signal aborts. */
  watch(taskId: string, from: { after: number; signal: AbortSignal }): AsyncIterable<NumberedEvent>
}
