import type { ConsensusResponse, Task } from '../contract/local-consensus.ts'
import { StrettoApiError, StrettoConnectionError } from './errors.ts'
import { followTask, isFinished, pathOf } from './follow-task.ts'
import { pause } from './pause.ts'
import type { CallOptions, Sender } from './send.ts'

const POLL_MS = 1_500

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
