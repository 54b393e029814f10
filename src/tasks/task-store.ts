import { StrettoError } from '../contract/error-codes.ts'
import type { TaskStatus } from '../contract/local-consensus.ts'
import { REPAIR_SECONDS } from '../contract/storage-error.ts'
import type { CallCost, ModelReply, Spiral } from '../engine/index.ts'
import type { TaskRecord } from './task-machine.ts'

/** What became of a call that was paid for: its reply, why it is of no use, or what tries have cost that came to nothing. */
export type KeptCall =
  | { reply: ModelReply }
  | { failure: { code: string; message: string; retryAfterMs: number | null; spent: CallCost } }
  | { spent: CallCost }

/** What a store says whose data is damaged. A task that comes upon it is left as it was stored, to go on after the repair. */
export class DamagedTaskStore extends StrettoError {
  constructor(cause: unknown) {
    const message = 'The stored tasks are damaged, and this one cannot be read or kept. Try again later.'
    super('unavailable', message, { retryAfterSeconds: REPAIR_SECONDS, cause })
  }
}

/** Where tasks are kept, with everything needed to take one up again after a crash. */
export interface TaskStore {
  /** Stores a new task, or returns the one this scope already stored under the same idempotency key. */
  insert(task: TaskRecord): Promise<TaskRecord>
  get(id: string, scope: string): Promise<TaskRecord | null>
  findByIdempotencyKey(key: string, scope: string): Promise<TaskRecord | null>
  /**
   * Replaces a task that is not finished, and says whether it did; a finished one stays as it is. A checkpoint,
   * where given, is stored in the same step and settles the replies kept until then.
   */
  update(task: TaskRecord, checkpoint?: Spiral): Promise<boolean>
  checkpointOf(id: string): Promise<Spiral | null>
  /** Keeps what became of a call of the iteration under way, so that it is not paid for twice; at once, where it can. */
  keepReply(id: string, call: string, what: KeptCall): Promise<void>
  repliesOf(id: string): Promise<Map<string, KeptCall>>
  /** Tasks that are pending or running, and damaged ones that may have been, oldest first. */
  unfinished(): Promise<TaskRecord[]>
  countByStatus(): Promise<Record<TaskStatus, number>>
  /** Removes tasks that were finished before a time. */
  sweep(finishedBefore: number): Promise<void>
}
