import type { TaskClaim, TaskLease } from '../../../tasks/task-leases.ts'
import type { TaskRecord } from '../../../tasks/task-machine.ts'

/** What a run stores on the way: its events, and the replies it paid for by call, as JSON. */
export interface Gathered {
  events: string[]
  replies: Map<string, string>
}

/** What is stored with the state of a task. */
interface Attached {
  events: string[]
  /** Null to leave the one that is stored. */
  checkpoint: string | null
  /** Whether the replies kept until now go. */
  forgetsReplies: boolean
}

/** Writes to the tables of tasks; watchers of the task are told. */
export interface TaskWrites {
  /** Stores a new task, and its lease if it need not wait for one; `isNew` is false if there is one under its key. */
  insert(
    task: TaskRecord,
    claim: TaskClaim,
    event: string,
  ): Promise<{ isNew: boolean; lease: TaskLease | null }>
  /** Stores the state of an unfinished task, only under the lease if one is given; returns whether it did. */
  change(task: TaskRecord, lease: TaskLease | null, attached: Attached): Promise<boolean>
  /** Stores what a run gathers on the way; returns false without the lease. */
  keep(lease: TaskLease, gathered: Gathered): Promise<boolean>
}

/** The values by which statements check a lease. */
export function heldBy({ taskId, owner, fence }: TaskLease): [string, string, number] {
  return [taskId, owner, fence]
}
