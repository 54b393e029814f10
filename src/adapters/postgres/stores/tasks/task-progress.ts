import { StrettoError } from '../../../../contract/error-codes.ts'
import { readCheckpoint, storedCheckpoint } from '../../../../tasks/checkpoint.ts'
import { isFinished, viewOf } from '../../../../tasks/task-machine.ts'
import type { KeptCall, TaskProgress } from '../../../../tasks/task-progress.ts'
import type { TaskParts } from './task-parts.ts'
import { HELD, heldBy, stateOf } from './task-row.ts'
import { appendTo, storedEvent } from './task-writes.ts'

/** Stores the progress of tasks in Postgres. */
export function createPostgresTaskProgress({ postgres, queue, bell, lines }: TaskParts): TaskProgress {
  const update = `WITH changed AS (
      UPDATE stretto.tasks SET status = $4, progress = $5, result = $6, error = $7, updated_at = $8,
        last_event = last_event + cardinality($9::text[])
      WHERE ${HELD} RETURNING id, last_event
    ), appended AS (${appendTo('changed', '$9')}), kept AS (
      INSERT INTO stretto.task_checkpoints (task_id, checkpoint)
      SELECT id, $10::text FROM changed WHERE $10::text IS NOT NULL
      ON CONFLICT (task_id) DO UPDATE SET checkpoint = excluded.checkpoint
    ), forgotten AS (
      DELETE FROM stretto.task_replies USING changed WHERE task_id = changed.id AND $11::boolean
    )
    SELECT 1 FROM changed`

  return {
    update: (lease, task, spiral) =>
      lines.run(lease, async () => {
        const entry = spiral?.entries.at(-1)
        const events = [
          ...(entry === undefined ? [] : [storedEvent({ type: 'iteration-end', entry })]),
          storedEvent({ type: 'task-change', task: viewOf(task) }),
        ]
        const checkpoint = spiral === undefined ? null : JSON.stringify(storedCheckpoint(spiral))
        const forgets = spiral !== undefined || isFinished(task)
        const values = [...heldBy(lease), ...stateOf(task), events, checkpoint, forgets]
        const isChanged = await (isFinished(task)
          ? postgres.transaction(async (queries) => {
              const changed = await queries.query(update, values)
              if (changed.length === 1) await queue.remove([task.id], queries)
              return changed.length === 1
            })
          : postgres.query(update, values).then(({ length }) => length === 1))
        if (isChanged) bell.ring(task.id)
        return isChanged
      }),

    async checkpointOf(id) {
      const [row] = await postgres.query<{ checkpoint: string }>(
        'SELECT checkpoint FROM stretto.task_checkpoints WHERE task_id = $1',
        [id],
      )
      if (row === undefined) return null
      const spiral = readCheckpoint(JSON.parse(row.checkpoint), Date.now())
      if (spiral === null)
        throw new StrettoError('internal_error', 'The checkpoint of this task is no checkpoint.')
      return spiral
    },

    keepReply: (lease, call, what) =>
      lines.add(lease, ({ replies }) => replies.set(JSON.stringify(call), JSON.stringify(what))),

    async repliesOf(id) {
      const rows = await postgres.query<{ call: string; reply: string }>(
        'SELECT call, reply FROM stretto.task_replies WHERE task_id = $1',
        [id],
      )
      return new Map(
        rows.map(({ call, reply }) => [JSON.parse(call) as string, JSON.parse(reply) as KeptCall]),
      )
    },
  }
}
