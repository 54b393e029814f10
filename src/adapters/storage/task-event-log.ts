import type { Task } from '../../contract/local-consensus.ts'
import { StorageError } from '../../contract/storage-error.ts'
import { endsTask, type NumberedEvent, type TaskEvent, withoutResult } from '../../tasks/task-events.ts'
import { isFinished } from '../../tasks/task-machine.ts'
import type { createHungBells } from '../hung-bells.ts'
import { DamagedData, parseStored } from './damaged-data.ts'

/** How many events are read at a time, so that a long history does not fill the memory. */
export const EVENTS_AT_ONCE = 50

/** An event as it is stored; a result is stored with its task. */
export function storedEvent(event: TaskEvent): string {
  return JSON.stringify(withoutResult(event))
}

/** A stored event, without a result; throws DamagedData if it cannot be read. */
export function readEvent(stored: string): TaskEvent {
  const event = parseStored(stored) as TaskEvent | null
  if (typeof event?.type !== 'string') throw new DamagedData('a stored event does not fit')
  return event
}

/** Where events are stored; both methods throw a StorageError while the store cannot be reached. */
interface EventLog {
  bells: Pick<ReturnType<typeof createHungBells>, 'hang'>
  isOpen(): boolean
  /** The next events after a number, at most EVENTS_AT_ONCE; null for those that cannot be read. */
  eventsAfter(taskId: string, number: number): Promise<Array<{ number: number; event: TaskEvent | null }>>
  /** The state of a task now; null if there is none any more. */
  stateOf(taskId: string): Promise<Task | null>
}

/** Follows the events of a task after a number until its end, waiting for those to come. */
export async function* watchTask(
  log: EventLog,
  taskId: string,
  { after, signal }: { after: number; signal: AbortSignal },
): AsyncGenerator<NumberedEvent, void> {
  let last = after
  // Whoever waits for the end alone asks for what comes after every possible event.
  const isForEnd = after === Number.MAX_SAFE_INTEGER
  // Whoever rings for a task has stored an event, so its state is read only at the start and when none is found.
  let isUncertain = true
  const bell = log.bells.hang(taskId, signal)
  try {
    while (!signal.aborted && log.isOpen()) {
      const news = bell.next()
      // Read before the events, so that the end of a finished task is among them unless it was seen before.
      const task: Task | null | undefined = isUncertain
        ? await log.stateOf(taskId).catch(ifUnreachable)
        : undefined
      const events = isForEnd ? [] : await log.eventsAfter(taskId, last).catch(ifUnreachable)
      for (const { number, event } of events ?? []) {
        last = number
        if (event === null) continue
        yield { number, event: await withResult(log, taskId, event) }
        if (endsTask(event)) return
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

/** The end of a task is shown as the task is now, with its result. */
async function withResult(log: EventLog, taskId: string, event: TaskEvent): Promise<TaskEvent> {
  if (event.type !== 'task-change' || event.task.status !== 'completed') return event
  const task = await log.stateOf(taskId).catch(ifUnreachable)
  return task == null ? event : { ...event, task }
}

/** While the store is away watchers wait. */
function ifUnreachable(error: unknown): undefined {
  if (!(error instanceof StorageError)) throw error
}
