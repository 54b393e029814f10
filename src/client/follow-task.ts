import type { Task } from '../contract/local-consensus.ts'
import { StrettoConnectionError } from './errors.ts'
import type { TaskEvent } from './events.ts'
import { openEvents } from './open-events.ts'
import { pause } from './pause.ts'
import { type CallOptions, growingPause, type Sender } from './send.ts'

/** Options of the events of a task. */
export interface FollowOptions extends CallOptions {
  /** Only events after this number. */
  after?: number
}

/**
 * The events of a task, past ones first, until it is finished. If the connection is lost, it goes on after the last
 * event that arrived, and gives up only after several attempts that brought nothing new.
 */
export async function* followTask(
  sender: Sender,
  id: string,
  { signal, after = 0 }: FollowOptions = {},
): AsyncGenerator<TaskEvent, void> {
  let seen = after
  let failed = 0
  while (true) {
    const before = seen
    try {
      for await (const event of eventsOnce(sender, id, { signal, after: seen })) {
        seen = event.number
        yield event
        if (event.type === 'task-change' && isFinished(event.data)) return
      }
    } catch (error) {
      if (!(error instanceof StrettoConnectionError)) throw error
    }
    failed = seen > before ? 0 : failed + 1
    if (failed > sender.retries) {
      throw new StrettoConnectionError(`The events of task ${id} ended before the task did.`)
    }
    await pause(growingPause(failed), signal)
  }
}

/** The path of a task. */
export const pathOf = (id: string) => `/consensus/${encodeURIComponent(id)}`

/** Whether a task is in a final state. */
export function isFinished({ status }: Task): boolean {
  return status === 'completed' || status === 'failed'
}

async function* eventsOnce(
  sender: Sender,
  id: string,
  { signal, after }: CallOptions & { after: number },
): AsyncGenerator<TaskEvent, void> {
  const headers = { 'Last-Event-ID': String(after) }
  const events = openEvents(sender, { method: 'GET', path: `${pathOf(id)}/events`, headers, signal })
  for await (const { event, id: number, data } of events)
    yield { type: event, number: Number(number), data: JSON.parse(data) } as TaskEvent
}
