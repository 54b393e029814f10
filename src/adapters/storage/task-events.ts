import type { Task } from '../../contract/local-consensus.ts'
import { StorageError } from '../../contract/storage-error.ts'
import { isFinished, viewOf } from '../../tasks/task-machine.ts'
import type { NumberedEvent, TaskEvent, TaskEvents } from '../../tasks/task-ports.ts'
import { query, type Sql } from './sql.ts'
import { readTask, storedEvent, TASK, type TaskWrites } from './task-store.ts'

/** How many events are read at a time, so that a long history does not fill the memory. */
const EVENTS_AT_ONCE = 50

interface EventParts {
  sql: Sql
  writes: TaskWrites
  watchers: ReturnType<typeof createWatchers>
  isOpen(): boolean
}

const AFTER = query(
  { number: 'number', event: 'text' },
  `FROM stretto.task_events WHERE task_id = $1 AND number > $2
   ORDER BY task_events.number LIMIT ${EVENTS_AT_ONCE}`,
)
const BY_ID = query(TASK, 'FROM stretto.tasks WHERE id = $1')

/** The events of tasks as numbered rows in a database. */
export function createTaskEvents({ sql, writes, watchers, isOpen }: EventParts): TaskEvents {
  /** The state of a task now; null if there is none any more, undefined while the store is away. */
  const stateOf = (taskId: string): Promise<Task | null | undefined> =>
    readTask(sql, BY_ID, [taskId]).then((task) => task && viewOf(task), ifUnreachable)

  async function eventsAfter(taskId: string, after: number): Promise<NumberedEvent[]> {
    const rows = await sql.read(AFTER, [taskId, after])
    return rows.map(({ number, event }) => ({ number, event: JSON.parse(event) }))
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
    const watcher = watchers.watch(taskId, signal)
    try {
      while (!signal.aborted && isOpen()) {
        const news = watcher.next()
        // Read before the events, so that the end of a finished task is among them unless it was seen before.
        const task: Task | null | undefined = isUncertain ? await stateOf(taskId) : undefined
        const events = isForEnd ? [] : await eventsAfter(taskId, last).catch(ifUnreachable)
        for (const { number, event } of events ?? []) {
          last = number
          yield { number, event: await withResult(taskId, event) }
          if (event.type === 'task-change' && isFinished(event.task)) return
        }
        if (events?.length === EVENTS_AT_ONCE) continue
        if (events !== undefined && task === null) return
        // Its last event was seen before.
        if (events !== undefined && task != null && isFinished(task))
          return yield { number: last, event: { type: 'task-change', task } }
        const isAway: boolean = events === undefined || (isUncertain && task === undefined)
        isUncertain = (await news) === null || isAway || events?.length === 0
      }
    } finally {
      watcher.leave()
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

/** Those in this process who wait for news. Where rings can be lost, all of them are woken at intervals. */
export function createWatchers(lookEveryMs?: number) {
  const waiting = new Map<(topic: string | null) => void, string>()
  let timer: NodeJS.Timeout | null = null

  /** Wakes the watchers of a topic, or with null all of them. */
  function wake(topic: string | null): void {
    for (const [wakeOne, watched] of waiting) if (topic === null || watched === topic) wakeOne(topic)
  }

  return {
    wake,
    /** Waits for news about a topic, until it is left. */
    watch(topic: string, signal: AbortSignal) {
      let resolveNext = (_: string | null) => {}
      const wakeOne = (woken: string | null) => resolveNext(woken)
      const stop = () => wakeOne(null)
      waiting.set(wakeOne, topic)
      signal.addEventListener('abort', stop)
      if (lookEveryMs !== undefined) timer ??= setInterval(() => wake(null), lookEveryMs).unref()
      return {
        /** Resolves when it is woken, or when the signal aborts; to null if that was not for the topic itself. */
        next: () =>
          new Promise<string | null>((resolve) => {
            resolveNext = resolve
          }),
        leave() {
          signal.removeEventListener('abort', stop)
          waiting.delete(wakeOne)
          if (waiting.size > 0 || timer === null) return
          clearInterval(timer)
          timer = null
        },
      }
    },
  }
}
