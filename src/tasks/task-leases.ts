import type { TaskRecord } from './task-machine.ts'

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
  /**
   * Claims unfinished tasks that nobody holds or whose lease has run out, oldest first; at most so many, and none of
   * some. Where tasks wait in the store, scopes take turns.
   */
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
