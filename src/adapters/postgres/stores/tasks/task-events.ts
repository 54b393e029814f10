import { StorageError } from '../../../../contract/storage-error.ts'
import {
  endsTask,
  type NumberedEvent,
  type TaskEvent,
  type TaskEvents,
} from '../../../../tasks/task-events.ts'
import { isFinished, type TaskRecord, viewOf } from '../../../../tasks/task-machine.ts'
import { createHungBells } from '../../../hung-bells.ts'
import type { TaskParts } from './task-parts.ts'
import { COLUMNS, type TaskRow, taskOf } from './task-row.ts'
import { storedEvent } from './task-writes.ts'

/** How many events are read at a time, so that a long history does not fill the memory. */
const BATCH = 50

/** How often watchers look without being woken: a ring can be lost. */
const LOOK_EVERY_MS = 5_000

/** The events of tasks as numbered rows in Postgres. */
export function createPostgresTaskEvents({ postgres, bell, lines }: TaskParts) {
  const bells = createHungBells({ everyMs: LOOK_EVERY_MS, lookAround: () => bells.wake(null) })
  const stopListening = bell.listen((topic) => bells.wake(topic))
  let isOpen = true

  async function taskWith(id: string): Promise<TaskRecord | null> {
    const [row] = await postgres.query<TaskRow>(`SELECT ${COLUMNS} FROM stretto.tasks WHERE id = $1`, [id])
    return row === undefined ? null : taskOf(row)
  }

  async function eventsAfter(taskId: string, number: number): Promise<NumberedEvent[]> {
    const rows = await postgres.query<{ number: number; event: string }>(
      `SELECT number, event FROM stretto.task_events WHERE task_id = $1 AND number > $2
       ORDER BY number LIMIT ${BATCH}`,
      [taskId, number],
    )
    return Promise.all(
      rows.map(async ({ number, event }) => {
        const stored: TaskEvent = JSON.parse(event)
        if (stored.type !== 'task-change' || stored.task.status !== 'completed')
          return { number, event: stored }
        const task = await taskWith(taskId)
        return { number, event: task === null ? stored : { ...stored, task: viewOf(task) } }
      }),
    )
  }

  /** What is new, or the task itself if nothing is. */
  async function look(taskId: string, last: number) {
    const events = await eventsAfter(taskId, last)
    return { events, task: events.length === 0 ? await taskWith(taskId) : null }
  }

  async function* watch(
    taskId: string,
    { after, signal }: { after: number; signal: AbortSignal },
  ): AsyncGenerator<NumberedEvent, void> {
    let last = after
    const bell = bells.hang(taskId, signal)
    try {
      while (!signal.aborted && isOpen) {
        const news = bell.next()
        const found = await look(taskId, last).catch(ifUnreachable)
        for (const numbered of found?.events ?? []) {
          last = numbered.number
          yield numbered
          if (endsTask(numbered.event)) return
        }
        if (found?.events.length === BATCH) continue
        if (found?.events.length === 0 && found.task === null) return
        if (found?.task != null && isFinished(found.task)) {
          // Its last event was seen before, unless it has finished since the events were read.
          const missed = await eventsAfter(taskId, last).catch(ifUnreachable)
          if (missed?.length === 0)
            return yield { number: last, event: { type: 'task-change', task: viewOf(found.task) } }
          continue
        }
        await news
      }
    } finally {
      bell.remove()
    }
  }

  return {
    async publish(lease, event) {
      const isHeld = await lines.add(lease, ({ events }) => events.push(storedEvent(event)))
      if (isHeld) bell.ring(lease.taskId)
      return isHeld
    },
    watch,
    /** Ends all watching. */
    close() {
      isOpen = false
      stopListening()
      bells.wake(null)
    },
  } satisfies TaskEvents & { close(): void }
}

/** While the database is away watchers wait. */
function ifUnreachable(error: unknown): null {
  if (error instanceof StorageError) return null
  throw error
}
