import type { Task } from '../contract/local-consensus.ts'
import type { DeliberationEvent } from '../engine/index.ts'
import type { TaskLease } from './task-leases.ts'

/** An event sent to the watchers of a task. */
export type TaskEvent = DeliberationEvent | { type: 'task-change'; task: Task }

/** An event and its place in the sequence of its task. */
export interface NumberedEvent {
  number: number
  event: TaskEvent
}

/** Passes the events of tasks to their watchers, whichever process they are in. */
export interface TaskEvents {
  /** Appends an event of a run; returns false without the lease. Changes of tasks are published by their stores. */
  publish(lease: TaskLease, event: DeliberationEvent): Promise<boolean>
  /**
   * The events of a task after a number, first past ones, then new ones as they come. Ends after the event that
   * reports the finished task, or when the signal aborts.
   */
  watch(taskId: string, from: { after: number; signal: AbortSignal }): AsyncIterable<NumberedEvent>
}
