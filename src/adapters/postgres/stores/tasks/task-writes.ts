import type { TaskLease } from '../../../../tasks/task-leases.ts'
import type { Queries } from '../../postgres.ts'
import type { Gathered } from './task-lines.ts'
import { appendTo, HELD, heldBy } from './task-sql.ts'

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
