import type { z } from 'zod'
import type { DryRunResponse } from '../contract/dry-run.ts'
import type {
  ConsensusRequest,
  ConsensusResponse,
  Task,
  TaskList,
  TaskListQuery,
} from '../contract/local-consensus.ts'
import type { LocalHealth } from '../contract/service-info.ts'
import type { VerdictRequest, VerdictResponse } from '../contract/verdict.ts'
import {
  type CallOptions,
  type ClientOptions,
  createSender,
  IDEMPOTENCY_KEY,
  serviceMethods,
} from './send.ts'
import { type FollowOptions, followTask, pathOf, waitForTask } from './tasks.ts'

/** The body of `POST /consensus` on the local API. */
export type LocalRequest = Omit<z.input<typeof ConsensusRequest>, 'dry_run'>

/** Options of a call that creates a task. */
export interface CreateOptions extends CallOptions {
  /** Repeating a request with the same key returns the same task, so that it can be retried safely. */
  idempotencyKey?: string
}

/** A client of the local task API. */
export type LocalClient = ReturnType<typeof createLocalClient>

/** Creates a client of the local task API. */
export function createLocalClient(options: ClientOptions) {
  const sender = createSender(options)
  const creating = <Result>(path: string, body: unknown, { signal, idempotencyKey }: CreateOptions = {}) => {
    const headers: Record<string, string> =
      idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY]: idempotencyKey }
    return sender.json<Result>({ method: 'POST', path, body, headers, signal })
  }

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
    cancel: (id: string, { signal }: CallOptions = {}) =>
      sender.json<Task>({ method: 'DELETE', path: pathOf(id), signal }),
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
