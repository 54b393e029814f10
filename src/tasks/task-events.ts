import type { Task } from '../contract/local-consensus.ts'
import type { DeliberationEvent } from '../engine/index.ts'

/** An event sent to the watchers of a task. */
export type TaskEvent = DeliberationEvent | { type: 'task-change'; task: Task }

/** Passes the events of a task to its watchers. */
export interface TaskEvents {
  publish(taskId: string, event: TaskEvent): void
  /** Calls the listener with every event from now on; the returned function unsubscribes. */
  watch(taskId: string, listener: (event: TaskEvent) => void): () => void
}

/** Creates the event hub of one process. */
export function createTaskEvents(): TaskEvents {
  const listeners = new Map<string, Set<(event: TaskEvent) => void>>()
  return {
    publish(taskId, event) {
      for (const listener of listeners.get(taskId) ?? []) listener(event)
    },
    watch(taskId, listener) {
      const watching = listeners.get(taskId) ?? new Set()
      listeners.set(taskId, watching.add(listener))
      return () => {
        watching.delete(listener)
        if (watching.size === 0) listeners.delete(taskId)
      }
    },
  }
}
