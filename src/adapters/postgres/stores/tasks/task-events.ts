import type { TaskEvents } from '../../../../tasks/task-events.ts'
import { viewOf } from '../../../../tasks/task-machine.ts'
import { createHungBells } from '../../../hung-bells.ts'
import { EVENTS_AT_ONCE, readEvent, storedEvent, watchTask } from '../../../storage/task-event-log.ts'
import { TASK_COLUMNS } from '../../../storage/task-row.ts'
import type { TaskParts } from './task-parts.ts'
import { type TaskRow, taskIn } from './task-sql.ts'

/** How often watchers look without being woken: a ring can be lost. */
const LOOK_EVERY_MS = 5_000

/** The events of tasks as numbered rows in Postgres. */
export function createPostgresTaskEvents({ postgres, bell, lines }: TaskParts) {
  const bells = createHungBells({ everyMs: LOOK_EVERY_MS, lookAround: () => bells.wake(null) })
  const stopListening = bell.listen((topic) => bells.wake(topic))
  let isOpen = true

  const log = {
    bells,
    isOpen: () => isOpen,
    async stateOf(id: string) {
      const [row] = await postgres.query<TaskRow>(`SELECT ${TASK_COLUMNS} FROM stretto.tasks WHERE id = $1`, [
        id,
      ])
      return row === undefined ? null : viewOf(taskIn(row))
    },
    async eventsAfter(taskId: string, number: number) {
      const rows = await postgres.query<{ number: number; event: string }>(
        `SELECT number, event FROM stretto.task_events WHERE task_id = $1 AND number > $2
         ORDER BY number LIMIT ${EVENTS_AT_ONCE}`,
        [taskId, number],
      )
      return rows.map(({ number, event }) => ({ number, event: readEvent(event) }))
    },
  }

  return {
    async publish(lease, event) {
      const isHeld = await lines.add(lease, ({ events }) => events.push(storedEvent(event)))
      if (isHeld) bell.ring(lease.taskId)
      return isHeld
    },
    watch: (taskId, from) => watchTask(log, taskId, from),
    /** Ends all watching. */
    close() {
      isOpen = false
      stopListening()
      bells.wake(null)
    },
  } satisfies TaskEvents & { close(): void }
}
