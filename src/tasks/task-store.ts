import { StrettoError } from '../contract/error-codes.ts'
import type { TaskStatus } from '../contract/local-consensus.ts'
import { REPAIR_SECONDS } from '../contract/storage-error.ts'
import type { CallCost, ModelReply, Spiral } from '../engine/index.ts'
import type { TaskRecord } from './task-machine.ts'

/** The stored outcome of a paid call: its reply, why the reply is unusable, or the cost of failed attempts. */
export type KeptCall =
  | { reply: ModelReply }
  | { failure: { code: string; message: string; retryAfterMs: number | null; spent: CallCost } }
  | { spent: CallCost }

/** The store is damaged. A task that runs into this stays as stored and resumes after the repair. */
export class DamagedTaskStore extends StrettoError {
  constructor(cause: unknown) {
    const message = 'The stored tasks are damaged, and this one cannot be read or stored. Try again later.'
    super('unavailable', message, { retryAfterSeconds: REPAIR_SECONDS, cause })
  }
}

/** Stores tasks, with everything needed to resume one after a crash. */
export interface TaskStore {
  /** Stores a new task, or returns the one that this scope already stored under the same idempotency key. */
  insert(task: TaskRecord): Promise<TaskRecord>
  get(id: string, scope: string): Promise<TaskRecord | null>
  findByIdempotencyKey(key: string, scope: string): Promise<TaskRecord | null>
  /**
   * Replaces a task that is not finished, and returns whether it did; a finished task never changes. A checkpoint, if
   * given, is stored in the same transaction and replaces the replies kept until then.
   */
  update(task: TaskRecord, checkpoint?: Spiral): Promise<boolean>
  checkpointOf(id: string): Promise<Spiral | null>
  /** Stores the outcome of a call of the current iteration, so that it is not paid for twice; immediately if possible. */
  keepReply(id: string, call: string, what: KeptCall): Promise<void>
  repliesOf(id: string): Promise<Map<string, KeptCall>>
  /** Pending, running and possibly unfinished damaged tasks, oldest first. */
  unfinished(): Promise<TaskRecord[]>
  countByStatus(): Promise<Record<TaskStatus, number>>
  /** Removes tasks that finished before a time. */
  sweep(finishedBefore: number): Promise<void>
}
