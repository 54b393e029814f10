import { StrettoError } from '../../../../contract/error-codes.ts'
import type { Spiral } from '../../../../engine/index.ts'
import { storedCheckpoint } from '../../../../tasks/checkpoint.ts'
import { isFinished, viewOf } from '../../../../tasks/task-machine.ts'
import type { TaskProgress } from '../../../../tasks/task-progress.ts'
import { DamagedData } from '../../../storage/damaged-data.ts'
import { readKeptCall } from '../../../storage/kept-call.ts'
import { spiralIn } from '../../../storage/stored-checkpoint.ts'
import { storedEvent } from '../../../storage/task-event-log.ts'
import { DAMAGED_TASK, stateOf } from '../../../storage/task-row.ts'
import type { TaskParts } from './task-parts.ts'
import { appendTo, HELD, heldBy } from './task-sql.ts'

/** Stores the progress of tasks in Postgres. */
export function createPostgresTaskProgress({ postgres, bell, lines }: TaskParts): TaskProgress {
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
        const isChanged = (await postgres.query(update, values)).length === 1
        if (isChanged) bell.ring(task.id)
        return isChanged
      }),

    async checkpointOf(id) {
      const [row] = await postgres.query<{ checkpoint: string }>(
        'SELECT checkpoint FROM stretto.task_checkpoints WHERE task_id = $1',
        [id],
      )
      return readableCheckpoint(row?.checkpoint ?? null)
    },

    keepReply: (lease, call, what) =>
      lines.add(lease, ({ replies }) => replies.set(JSON.stringify(call), JSON.stringify(what))),

    async repliesOf(id) {
      const rows = await postgres.query<{ call: string; reply: string }>(
        'SELECT call, reply FROM stretto.task_replies WHERE task_id = $1',
        [id],
      )
      return new Map(rows.map(({ call, reply }) => [JSON.parse(call) as string, readKeptCall(reply)]))
    },
  }
}

function readableCheckpoint(checkpoint: string | null): Spiral | null {
  try {
    return spiralIn(checkpoint)
  } catch (error) {
    throw error instanceof DamagedData ? new StrettoError('internal_error', DAMAGED_TASK) : error
  }
}
