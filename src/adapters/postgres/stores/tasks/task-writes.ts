import type { TaskEvent } from '../../../../tasks/task-events.ts'
import { withoutResult } from '../../../../tasks/task-events.ts'
import type { TaskLease } from '../../../../tasks/task-leases.ts'
import type { Queries } from '../../postgres.ts'
import type { Gathered } from './task-lines.ts'
import { HELD, heldBy } from './task-row.ts'

/** An event as it is stored; a result is stored with its task. */
export function storedEvent(event: TaskEvent): string {
  return JSON.stringify(withoutResult(event))
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

/** Stores events and replies of a holder; returns false without the lease. */
export async function writeGathered(
  queries: Queries,
  lease: TaskLease,
  { events, replies }: Gathered,
): Promise<boolean> {
  const held = await queries.query(
    `WITH held AS (
       UPDATE stretto.tasks SET last_event = last_event + cardinality($4::text[]) WHERE ${HELD}
       RETURNING id, last_event
     ), appended AS (${appendTo('held', '$4')}), kept AS (
       INSERT INTO stretto.task_replies (task_id, call, reply)
       SELECT id, call, reply FROM held, unnest($5::text[], $6::text[]) AS paid (call, reply)
       ON CONFLICT (task_id, call) DO UPDATE SET reply = excluded.reply
     )
     SELECT 1 FROM held`,
    [...heldBy(lease), events, [...replies.keys()], [...replies.values()]],
  )
  return held.length === 1
}
