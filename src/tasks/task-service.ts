import type { PanelResult, PanelRunner } from '../consensus/panel-runner.ts'
import { StrettoError } from '../contract/error-codes.ts'
import type { ConsensusRequest, ConsensusResponse } from '../contract/local-consensus.ts'
import type { Spiral } from '../engine/spiral.ts'
import { recallReplies } from './recall-replies.ts'
import type { TaskEvents } from './task-events.ts'
import { changeTask, isFinished, type TaskChange, type TaskRecord, viewOf } from './task-machine.ts'
import type { TaskStore } from './task-store.ts'

/** A new task with who asks for it. */
export interface NewTask {
  request: ConsensusRequest
  /** What its caller is to be told about the request. */
  warnings?: string[]
  scope: string
  idempotencyKey: string | null
  routerKey: string | null
}

/** Creates, runs, watches and cancels tasks. */
export interface TaskService {
  /** Stores a task and starts it; with a known idempotency key, returns the task stored before. */
  create(task: NewTask): Promise<TaskRecord>
  get(id: string, scope: string): Promise<TaskRecord | null>
  checkpointOf(id: string): Promise<Spiral | null>
  cancel(id: string, scope: string): Promise<TaskRecord | null>
  /** Waits until a task is finished. */
  finished(task: TaskRecord): Promise<TaskRecord>
  /** Takes up what a crash or a restart left unfinished; returns how many. */
  resume(): Promise<number>
  /** Waits for running tasks up to a time limit, then parks the rest for the next start. */
  close(limit: AbortSignal): Promise<void>
}

interface ServiceParts {
  store: TaskStore
  runner: PanelRunner
  events: TaskEvents
  /** Runs a job when there is room for it. */
  schedule: (job: () => Promise<void>) => Promise<void>
  queueLimit: number
  now: () => number
  newId: () => string
  onFault: (error: unknown, taskId: string) => void
}

interface ActiveTask {
  cancel: AbortController
  done: Promise<void>
}

const CALLER_KEY_LOST =
  'The service was restarted while this task ran on your own router key, which is never stored. Create the task again.'

/** Opens the task service over a store. */
export function openTaskService(parts: ServiceParts): TaskService {
  const { store, events, now } = parts
  const active = new Map<string, ActiveTask>()
  /** Tasks on their way into the store, which are no fewer for not being active yet. */
  let entering = 0
  let draining = false
  let parked = false

  async function apply(task: TaskRecord, change: TaskChange, checkpoint?: Spiral): Promise<TaskRecord> {
    const changed = changeTask(task, change, now())
    const took = await store.update(changed, checkpoint)
    if (took) events.publish(task.id, { type: 'task-change', task: viewOf(changed) })
    return changed
  }

  async function run(pending: TaskRecord, routerKey: string | null, signal: AbortSignal): Promise<void> {
    if (parked || signal.aborted) return
    let task = await apply(pending, { type: 'start' })
    try {
      const replies = await store.repliesOf(task.id)
      const result = await parts.runner.run({
        query: task.request.query,
        models: task.request.models,
        structure: task.request.structure,
        maxIterations: task.request.max_iterations,
        compose: true,
        scope: task.scope,
        routerKey,
        signal,
        checkpoint: await store.checkpointOf(task.id),
        recall: (ask) =>
          recallReplies(ask, {
            replies,
            keep: (call, reply) => store.keepReply(task.id, call, reply),
            onFault: (error) => parts.onFault(error, task.id),
          }),
        onEvent: (event) => events.publish(task.id, event),
        onCheckpoint: async (spiral) => {
          task = await apply(task, { type: 'advance', iterationsDone: spiral.entries.length }, spiral)
        },
      })
      await apply(task, { type: 'complete', result: responseOf(task, result) })
    } catch (error) {
      // Parked tasks stay as stored and are taken up at the next start; cancelled ones are marked already.
      if (parked || signal.aborted) return
      const known = error instanceof StrettoError ? error : null
      if (known === null) parts.onFault(error, task.id)
      const message = known?.message ?? 'A fault of the service stopped this task. Its log has the details.'
      await apply(task, { type: 'fail', code: known?.code ?? 'internal_error', message })
    }
  }

  function start(task: TaskRecord, routerKey: string | null): void {
    const cancel = new AbortController()
    const done = parts
      .schedule(() => run(task, routerKey, cancel.signal))
      .catch((error) => parts.onFault(error, task.id))
      .finally(() => active.delete(task.id))
    active.set(task.id, { cancel, done })
  }

  return {
    async create({ request, warnings = [], scope, idempotencyKey, routerKey }) {
      const task: TaskRecord = {
        id: parts.newId(),
        scope,
        request,
        warnings,
        status: 'pending',
        progress: 0,
        result: null,
        error: null,
        createdAt: now(),
        updatedAt: now(),
        idempotencyKey,
        usesCallerKey: routerKey !== null,
      }
      const known = idempotencyKey === null ? null : await store.findByIdempotencyKey(idempotencyKey, scope)
      if (known === null && draining) throw unavailable('The service is shutting down. Try again shortly.', 5)
      const held = active.size + entering
      if (known === null && held >= parts.queueLimit) {
        throw unavailable(`The service already holds ${held} unfinished tasks. Try again shortly.`, 10)
      }
      entering++
      try {
        const stored = known ?? (await store.insert(task))
        if (stored.id === task.id) {
          // Stored while the service was being stopped, it is taken up at the next start.
          if (!draining) start(task, routerKey)
        } else if (JSON.stringify(stored.request) !== JSON.stringify(request)) throw otherRequest()
        return stored
      } finally {
        entering--
      }
    },

    get: (id, scope) => store.get(id, scope),
    checkpointOf: (id) => store.checkpointOf(id),

    async cancel(id, scope) {
      const task = await store.get(id, scope)
      if (task === null || isFinished(task)) return task
      const message = 'The task was cancelled by its caller.'
      await apply(task, { type: 'fail', code: 'cancelled', message })
      active.get(id)?.cancel.abort(new StrettoError('cancelled', message))
      // Read again: it may have been completed at the last moment.
      return store.get(id, scope)
    },

    async finished(task) {
      await active.get(task.id)?.done
      return (await store.get(task.id, task.scope)) ?? task
    },

    async resume() {
      const unfinished = await store.unfinished()
      for (const task of unfinished) {
        if (task.usesCallerKey)
          await apply(task, { type: 'fail', code: 'unavailable', message: CALLER_KEY_LOST })
        else start(task, null)
      }
      return unfinished.length
    },

    async close(limit) {
      draining = true
      const running = [...active.values()].map(({ done }) => done)
      const timeIsUp = new Promise<void>((resolve) => {
        if (limit.aborted) resolve()
        limit.addEventListener('abort', () => resolve(), { once: true })
      })
      await Promise.race([Promise.all(running), timeIsUp])
      parked = true
      for (const { cancel } of active.values()) cancel.abort(new Error('parked'))
      await Promise.all(running)
    },
  }
}

function otherRequest(): StrettoError {
  const message = 'This Idempotency-Key was used for another request. Use a new key.'
  return new StrettoError('bad_request', message, {
    details: [{ path: 'Idempotency-Key', problem: 'already used with another body' }],
  })
}

function unavailable(message: string, retryAfterSeconds: number): StrettoError {
  return new StrettoError('unavailable', message, { retryAfterSeconds })
}

function responseOf(task: TaskRecord, result: PanelResult): ConsensusResponse {
  return {
    id: task.id,
    query: task.request.query,
    final_answer: result.answer,
    consensus_reached: result.reached,
    iterations_used: result.entries.length,
    initial_D: result.initialDivergence,
    final_D: result.finalDivergence,
    final_H_total: 1 - result.finalDivergence,
    iterations: result.entries,
    models: task.request.models,
    outcome: result.outcome,
    answer: result.shortAnswer,
    explanation: result.explanation,
    confidence: result.confidence,
    confidence_basis: result.confidenceBasis,
    dissent: result.dissent,
    votes: result.votes,
    usage: result.usage,
    structure: task.request.structure,
    router: result.router,
    warnings: [...result.warnings, ...task.warnings],
    relevant_axioms: result.anchors,
  }
}
