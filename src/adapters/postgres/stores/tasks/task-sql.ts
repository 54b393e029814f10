import type { TaskLease } from '../../../../tasks/task-leases.ts'
import type { TaskRecord } from '../../../../tasks/task-machine.ts'
import { type TaskContent, type TaskIdentity, taskOf } from '../../../storage/task-row.ts'

/** A row of the columns of a task. */
export type TaskRow = TaskIdentity & TaskContent

/** SQL for a task that may still change. */
export const UNFINISHED = "status IN ('pending', 'running')"

/** SQL for a task that waits to be claimed. */
export const WAITING = `${UNFINISHED} AND owner IS NULL`

/** SQL for a task that is still held under a lease, with the values of heldBy as $1 to $3. */
export const HELD = `id = $1 AND owner = $2 AND fence = $3 AND ${UNFINISHED}`

/** The values for HELD. */
export function heldBy({ taskId, owner, fence }: TaskLease): [string, string, number] {
  return [taskId, owner, fence]
}

/** The task in a row. */
export function taskIn(row: TaskRow): TaskRecord {
  return taskOf(row, () => row)
}

/**
 * SQL that appends the events in a parameter to the task that a part of the statement, `changed`, has updated and
 * returned with its new last event. The row is locked until the end, so numbers become visible in their order.
 */
export function appendTo(changed: string, events: string): string {
  return `INSERT INTO stretto.task_events (task_id, number, event)
    SELECT id, last_event - cardinality(${events}::text[]) + place, event
    FROM ${changed}, unnest(${events}::text[]) WITH ORDINALITY AS listed (event, place)`
}
