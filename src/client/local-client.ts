import type { z } from 'zod'
import type { DryRunResponse } from '../contract/dry-run.ts'
import type { RunEvent } from '../contract/events.ts'
import type {
  ConsensusRequest,
  ConsensusResponse,
  Task,
  TaskList,
  TaskListQuery,
} from '../contract/local-consensus.ts'
import type { LocalHealth } from '../contract/service-info.ts'
import type { VerdictRequest, VerdictResponse } from '../contract/verdict.ts'
import { StrettoApiError, StrettoConnectionError } from './errors.ts'
import {
  type CallOptions,
  type ClientOptions,
  createSender,
  growingPause,
  IDEMPOTENCY_KEY,
  pause,
  type Sender,
  serviceMethods,
} from './send.ts'
import { openEvents } from './streams.ts'

/** The body of `POST /consensus` on the local API. */
export type LocalRequest = Omit<z.input<typeof ConsensusRequest>, 'dry_run'>

export interface CreateOptions extends CallOptions {
  /** Repeating a request with the same key returns the same task, so that it can be retried safely. */
  idempotencyKey?: string
}

/** An event of a task and its number; the last one tells of the finished task. */
export type FollowedEvent = TaskNews & { number: number }
type TaskNews = Exclude<RunEvent, { type: 'answer-text' }> | { type: 'task-change'; data: Task }

export interface FollowOptions extends CallOptions {
  /** Only events after this number. */
  after?: number
}

export type LocalClient = ReturnType<typeof createLocalClient>

/** Creates a client of the local task API. */
export function createLocalClient(options: ClientOptions) {
  const sender = createSender(options)
  const creating = <Result>(path: string, body: unknown, { signal, idempotencyKey }: CreateOptions = {}) =>
    sender.json<Result>({
      method: 'POST',
      path,
      body,
      headers: idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY]: idempotencyKey },
      signal,
    })

  return {
    /** Creates a task and returns at once. */
    create: (request: LocalRequest, options?: CreateOptions) =>
      creating<Task>('/consensus', request, options),
    /** Creates a task and waits for its result on one connection. Aborting cancels the task, unless it has an idempotency key. */
    ask: (request: LocalRequest, options?: CreateOptions) =>
      creating<ConsensusResponse>('/consensus/sync', request, options),
    /** What a task would cost at most, without asking any model or storing anything. */
    dryRun: (request: LocalRequest, options?: CallOptions) =>
      sender.post<DryRunResponse>('/consensus', { ...request, dry_run: true }, options),
    /** A task and, once completed, its result. */
    get: (id: string, options?: CallOptions) => sender.get<Task>(pathOf(id), options),
    /** The tasks of the caller without their results, the last changed first. */
    list: ({ status, limit, signal }: CallOptions & Partial<TaskListQuery> = {}) =>
      sender.get<z.output<typeof TaskList>>('/consensus', { signal }, { status, limit }),
    /** Cancels a task; a finished one is unchanged. */
    cancel: (id: string, options?: CallOptions) => sender.remove<Task>(pathOf(id), options),
    /** The events of a task, past ones first, until it is finished; continues by itself if the connection is lost. */
    events: (id: string, options?: FollowOptions) => followTask(sender, id, options),
    /** Waits for the result of a task by its events, or by polling where they do not get through. Rejects if it failed. */
    waitForTask: (id: string, options?: CallOptions) => waitForTask(sender, id, options),
    /** Says whether the result of a task is right, or what the right answer is. */
    giveVerdict: (id: string, verdict: VerdictRequest, options?: CallOptions) =>
      sender.post<VerdictResponse>(`${pathOf(id)}/verdict`, verdict, options),
    ...serviceMethods<z.output<typeof LocalHealth>>(sender),
  }
}

const POLL_MS = 1_500

const pathOf = (id: string) => `/consensus/${encodeURIComponent(id)}`

/** The events of a task until it is finished; it goes on after a lost connection, unless attempts bring nothing new. */
async function* followTask(
  sender: Sender,
  id: string,
  { signal, after = 0 }: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void> {
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
        const told = { type: event, number: seen, data: JSON.parse(data) } as FollowedEvent
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
async function waitForTask(sender: Sender, id: string, { signal }: CallOptions = {}) {
  const task = await finishedTask(sender, id, signal)
  if (task.result !== undefined) return task.result
  const { code = 'unknown', message = 'The task has no result.', retry_after_seconds } = task.error ?? {}
  throw new StrettoApiError({ status: null, code, message, retryAfterSeconds: retry_after_seconds })
}

/** The finished task as its events tell it, or by polling if they cannot be followed to the end. */
async function finishedTask(sender: Sender, id: string, signal?: AbortSignal): Promise<Task> {
  try {
    for await (const event of followTask(sender, id, { signal }))
      if (event.type === 'task-change' && isFinished(event.data)) return event.data
  } catch (error) {
    // Some proxies cut streams, but let short requests through.
    if (!(error instanceof StrettoConnectionError)) throw error
  }
  while (true) {
    const task = await sender.get<Task>(pathOf(id), { signal })
    if (isFinished(task)) return task
    await pause(POLL_MS, signal)
  }
}

function isFinished({ status }: Task): boolean {
  return status === 'completed' || status === 'failed'
}
