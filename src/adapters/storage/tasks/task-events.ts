import type { Task } from '../../../contract/local-consensus.ts'
import { StorageError } from '../../../contract/storage-error.ts'
import type { NumberedEvent, TaskEvent, TaskEvents } from '../../../tasks/task-events.ts'
import { isFinished, viewOf } from '../../../tasks/task-machine.ts'
import type { createHungBells } from '../../hung-bells.ts'
import { DamagedData, parseStored } from '../damaged-data.ts'
import { query, type Sql } from '../sql.ts'
import { EVENTS, readTask, TASK } from './task-row.ts'
import type { TaskWrites } from './task-writes.ts'

/** How many events are read at a time, so that a long history does not fill the memory. */
const EVENTS_AT_ONCE = 50

/** An event as it is stored: a result is stored with its task and need not be stored twice. */
export function storedEvent(event: TaskEvent): string {
  if (event.type !== 'task-change') return JSON.stringify(event)
  const { result: _, ...task } = event.task
  return JSON.stringify({ ...event, task })
}

/** A stored event, without a result; throws DamagedData if it cannot be read. */
function readEvent(stored: string): TaskEvent {
  const event = parseStored(stored) as TaskEvent | null
  if (typeof event?.type !== 'string') throw new DamagedData('a stored event does not fit')
  return event
}

interface EventParts {
  sql: Sql
  writes: TaskWrites
  bells: Pick<ReturnType<typeof createHungBells>, 'hang'>
  isOpen(): boolean
}

const AFTER = query(
  { number: 'number', event: 'text' },
  `FROM stretto.task_events WHERE task_id = $1 AND number > $2
   ORDER BY task_events.number LIMIT ${EVENTS_AT_ONCE}`,
)
const BY_ID = query(TASK, 'FROM stretto.tasks WHERE id = $1')

/** The events of tasks as numbered rows in a database. */
export function createTaskEvents({ sql, writes, bells, isOpen }: EventParts): TaskEvents {
  /** The state of a task now; null if there is none any more, undefined while the store is away. */
  const stateOf = (taskId: string): Promise<Task | null | undefined> =>
    readTask(sql, BY_ID, [taskId]).then((task) => task && viewOf(task), ifUnreachable)

  /** The next events after a number, at most EVENTS_AT_ONCE; null for those that cannot be read. */
  async function eventsAfter(taskId: string, number: number) {
    const rows = await sql.damage.during(EVENTS, sql.read(AFTER, [taskId, number]), [])
    return rows.map((row) => ({
      number: row.number,
      event: sql.damage.around(EVENTS, () => readEvent(row.event), null),
    }))
  }

  /** The end of a task is shown as the task is now, with its result. */
  async function withResult(taskId: string, event: TaskEvent): Promise<TaskEvent> {
    if (event.type !== 'task-change' || event.task.status !== 'completed') return event
    const task = await stateOf(taskId)
    return task == null ? event : { ...event, task }
  }

  /** Follows the events of a task after a number until its end, waiting for those to come. */
  async function* watch(
    taskId: string,
    { after, signal }: { after: number; signal: AbortSignal },
  ): AsyncGenerator<NumberedEvent, void> {
    let last = after
    // Whoever waits for the end alone asks for what comes after every possible event.
    const isForEnd = after === Number.MAX_SAFE_INTEGER
    // Whoever rings for a task has stored an event, so its state is read only at the start and when none is found.
    let isUncertain = true
    const bell = bells.hang(taskId, signal)
    try {
      while (!signal.aborted && isOpen()) {
        const news = bell.next()
        // Read before the events, so that the end of a finished task is among them unless it was seen before.
        const task: Task | null | undefined = isUncertain ? await stateOf(taskId) : undefined
        const events = isForEnd ? [] : await eventsAfter(taskId, last).catch(ifUnreachable)
        for (const { number, event } of events ?? []) {
          last = number
          if (event === null) continue
          yield { number, event: await withResult(taskId, event) }
          if (event.type === 'task-change' && isFinished(event.task)) return
        }
        if (events?.length === EVENTS_AT_ONCE) continue
        if (events !== undefined && task === null) return
        // Its last event was seen before, or cannot be read.
        if (events !== undefined && task != null && isFinished(task))
          return yield { number: last, event: { type: 'task-change', task } }
        const isAway: boolean = events === undefined || (isUncertain && task === undefined)
        isUncertain = (await news) === null || isAway || events?.length === 0
      }
    } finally {
      bell.remove()
    }
  }

  return {
    publish: (lease, event) => writes.keep(lease, { events: [storedEvent(event)], replies: new Map() }),
    watch,
  }
}

/** While the store is away watchers wait. */
function ifUnreachable(error: unknown): undefined {
  if (!(error instanceof StorageError)) throw error
}
