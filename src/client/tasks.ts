import type { RunEvent } from '../contract/events.ts'
import type { ConsensusResponse, Task } from '../contract/local-consensus.ts'
import { StrettoApiError, StrettoConnectionError } from './errors.ts'
import { type CallOptions, growingPause, pause, type Sender } from './send.ts'
import { openEvents } from './streams.ts'

/** An event of a task and its number; the last one tells of the finished task. */
export type TaskEvent = (Exclude<RunEvent, { type: 'answer-text' }> | { type: 'task-change'; data: Task }) & {
  number: number
}

/** Options of the events of a task. */
export interface FollowOptions extends CallOptions {
  /** Only events after this number. */
  after?: number
}

const POLL_MS = 1_500

/** The path of a task. */
export const pathOf = (id: string) => `/consensus/${encodeURIComponent(id)}`

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
    let lost = new StrettoConnectionError(`The events of task ${id} ended before the task did.`)
    try {
      const headers = { 'Last-Event-ID': String(seen) }
      const events = openEvents(sender, { method: 'GET', path: `${pathOf(id)}/events`, headers, signal })
      for await (const { event, id: number, data } of events) {
        seen = Number(number)
        const told = { type: event, number: seen, data: JSON.parse(data) } as TaskEvent
        yield told
        if (told.type === 'task-change' && isFinished(told.data)) return
      }
    } catch (error) {
      if (!(error instanceof StrettoConnectionError)) throw error
      lost = error
    }
    failed = seen > before ? 0 : failed + 1
    if (failed > sender.retries) throw lost
    await pause(growingPause(failed), signal)
  }
}

/** Waits for the result of a task; rejects with its error if it failed. */
export async function waitForTask(
  sender: Sender,
  id: string,
  { signal }: CallOptions = {},
): Promise<ConsensusResponse> {
  const task = (await finishedByEvents(sender, id, signal)) ?? (await finishedByPolling(sender, id, signal))
  if (task.result !== undefined) return task.result
  const { code = 'unknown', message = 'The task has no result.', retry_after_seconds } = task.error ?? {}
  throw new StrettoApiError({ status: null, code, message, retryAfterSeconds: retry_after_seconds })
}

/** The finished task as its events tell it; null if they cannot be followed to the end. */
async function finishedByEvents(sender: Sender, id: string, signal?: AbortSignal): Promise<Task | null> {
  try {
    for await (const event of followTask(sender, id, { signal }))
      if (event.type === 'task-change' && isFinished(event.data)) return event.data
  } catch (error) {
    // Some proxies cut streams, but let short requests through.
    if (!(error instanceof StrettoConnectionError)) throw error
  }
  return null
}

async function finishedByPolling(sender: Sender, id: string, signal?: AbortSignal): Promise<Task> {
  while (true) {
    const task = await sender.get<Task>(pathOf(id), { signal })
    if (isFinished(task)) return task
    await pause(POLL_MS, signal)
  }
}

function isFinished({ status }: Task): boolean {
  return status === 'completed' || status === 'failed'
}
