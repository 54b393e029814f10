import type { CallCost, ModelReply, Spiral } from '../engine/index.ts'
import type { TaskLease } from './task-leases.ts'
import type { TaskRecord } from './task-machine.ts'

/** The stored outcome of a paid call: its reply, why the reply is unusable, or the cost of failed attempts. */
export type KeptCall =
  | { reply: ModelReply }
  | { failure: { code: string; message: string; retryAfterMs: number | null; spent: CallCost } }
  | { spent: CallCost }

/** Stores how far tasks have come, with everything needed to resume one. Only the holder of a task can write. */
export interface TaskProgress {
  /**
   * Replaces a task, and returns whether it did: not without the lease, nor if the task is finished. A checkpoint, if
   * given, is stored with it and replaces the replies kept until then. The change and the iteration that ended with
   * the checkpoint are published with it.
   */
  update(lease: TaskLease, task: TaskRecord, checkpoint?: Spiral): Promise<boolean>
  /** The last checkpoint; throws NewerCheckpoint for one that this version cannot read. */
  checkpointOf(id: string): Promise<Spiral | null>
  /** Stores the outcome of a call of the current iteration, immediately if possible; returns false without the lease. */
  keepReply(lease: TaskLease, call: string, what: KeptCall): Promise<boolean>
  repliesOf(id: string): Promise<Map<string, KeptCall>>
}
