import type { PanelResult, PanelRunner } from '../consensus/panel-runner.ts'
import { StrettoError } from '../contract/error-codes.ts'
import type { ConsensusRequest, ConsensusResponse } from '../contract/local-consensus.ts'
import { StorageError } from '../contract/storage-error.ts'
import type { Spiral } from '../engine/index.ts'
import { capacityFor } from './fair-capacity.ts'
import { recallReplies } from './recall-replies.ts'
import type { TaskEvents } from './task-events.ts'
import { changeTask, isFinished, type TaskChange, type TaskRecord, viewOf } from './task-machine.ts'
import { DamagedTaskStore, type TaskStore } from './task-store.ts'

/** A new task and its caller. */
export interface NewTask {
  request: ConsensusRequest
  /** Warnings about the request. */
  warnings?: string[]
  scope: string
  /** The key or address of the caller; callers take turns. Default: the scope. */
  caller?: string
  idempotencyKey: string | null
  routerKey: string | null
}

/** Creates, runs, watches and cancels tasks. */
export interface TaskService {
  /**
   * Stores a task and starts it; with a known idempotency key, returns the task stored before. If the disk is full
   * later on, the task waits and does not fail.
   */
  create(task: NewTask): Promise<TaskRecord>
  get(id: string, scope: string): Promise<TaskRecord | null>
  checkpointOf(id: string): Promise<Spiral | null>
  /** Cancels a task. The run stops at once; if that cannot be stored, this rejects and the change is stored later. */
  cancel(id: string, scope: string): Promise<TaskRecord | null>
  /** Waits until a task is finished; rejects when damaged data prevents that. */
  finished(task: TaskRecord): Promise<TaskRecord>
  /** Resumes tasks left unfinished by a crash or restart; returns how many. */
  resume(): Promise<number>
  /** Waits for running tasks up to a time limit, then parks the rest until the next start. */
  close(limit: AbortSignal): Promise<void>
}

interface ServiceParts {
  store: TaskStore
  runner: PanelRunner
  events: TaskEvents
  /** Runs a job when there is capacity; callers take turns. Rejects if the signal aborts first. */
  schedule: (turn: { owner: string; signal: AbortSignal }, job: () => Promise<void>) => Promise<void>
  queueLimit: number
  now: () => number
  newId: () => string
  /** Retries work with growing pauses until it succeeds; stops when the signal aborts or `onFault` throws. */
  keepTrying: <Result>(
    work: () => Promise<Result>,
    trying: { signal: AbortSignal; onFault: (error: unknown) => void },
  ) => Promise<Result>
  onFault: (error: unknown, taskId: string, what: string) => void
}

interface ActiveTask {
  caller: string
  cancel: AbortController
  done: Promise<void>
}

const CALLER_KEY_LOST =
  'The service restarted while this task was running with your own router key, which is never stored. Create the task again.'

const CANCELLED = 'The task was cancelled by its caller.'

/** Creates the task service on top of a store. */
export function openTaskService(parts: ServiceParts): TaskService {
  const { store, events, now } = parts
  const active = new Map<string, ActiveTask>()
  /** Tasks that are being stored and are not active yet; they count as held. */
  const entering = new Map<string, string>()
  /** Tasks whose run ended because of damaged data; they stay unfinished until it is repaired. */
  const stuck = new Map<string, DamagedTaskStore>()
  const parking = new AbortController()
  let draining = false

  async function apply(task: TaskRecord, change: TaskChange, checkpoint?: Spiral): Promise<TaskRecord> {
    const changed = changeTask(task, change, now())
    const took = await store.update(changed, checkpoint)
    if (took) events.publish(task.id, { type: 'task-change', task: viewOf(changed) })
    return changed
  }

  /** Applies a change as soon as it can be stored: while the disk is full the task waits, and nothing is lost. */
  function applyWithRetry(
    task: TaskRecord,
    change: TaskChange,
    { signal, checkpoint }: { signal: AbortSignal; checkpoint?: Spiral },
  ): Promise<TaskRecord> {
    let isReported = false
    return parts.keepTrying(() => apply(task, change, checkpoint), {
      signal,
      onFault(error) {
        // A failure must be stored whatever is wrong with the store, or the task would never end.
        const passes = error instanceof StorageError || change.type === 'fail'
        if (!passes || error instanceof DamagedTaskStore) throw error
        if (!isReported) parts.onFault(error, task.id, 'task is waiting until it can be stored')
        isReported = true
      },
    })
  }

  async function run(
    pending: TaskRecord,
    { routerKey, caller, signal }: { routerKey: string | null; caller: string; signal: AbortSignal },
  ): Promise<void> {
    // A task that has not begun waits for the next start; a cancellation is still stored.
    if (draining && !signal.aborted) return
    let task = pending
    try {
      signal.throwIfAborted()
      if (task.usesCallerKey && routerKey === null) throw new StrettoError('unavailable', CALLER_KEY_LOST)
      task = await applyWithRetry(task, { type: 'start' }, { signal })
      const kept = await store.repliesOf(task.id)
      let checkpoint = await store.checkpointOf(task.id)
      const advance = (spiral: Spiral) =>
        ({ type: 'advance', iterationsDone: spiral.entries.length }) satisfies TaskChange
      const runPanel = () =>
        parts.runner.run({
          query: task.request.query,
          kind: task.request.kind ?? null,
          criteria: task.request.criteria ?? null,
          writer: task.request.writer ?? null,
          models: task.request.models,
          structure: task.request.structure,
          maxIterations: task.request.max_iterations,
          scope: task.scope,
          caller,
          routerKey,
          signal,
          checkpoint,
          recall: (ask) =>
            recallReplies(ask, {
              kept,
              keep: (call, what) => store.keepReply(task.id, call, what),
              onFault: (error) => parts.onFault(error, task.id, 'could not store a reply'),
            }),
          onEvent: (event) => events.publish(task.id, event),
          onCheckpoint: async (spiral) => {
            checkpoint = spiral
            task = await apply(task, advance(spiral), spiral)
          },
        })
      let result: PanelResult | null = null
      while (result === null) {
        try {
          result = await runPanel()
        } catch (error) {
          if (!(error instanceof StorageError) || checkpoint === null) throw error
          // Waiting must not use up the time limit of the run: the run ends here and resumes from this point.
          task = await applyWithRetry(task, advance(checkpoint), { signal, checkpoint })
          for (const entry of checkpoint.entries.slice(-1))
            events.publish(task.id, { type: 'iteration-end', entry })
        }
      }
      await applyWithRetry(task, { type: 'complete', result: responseOf(task, result) }, { signal })
    } catch (error) {
      // Parked tasks stay as stored and are resumed at the next start.
      if (parking.signal.aborted) return
      if (error instanceof DamagedTaskStore) throw error
      const failure = signal.aborted ? { code: 'cancelled' as const, message: CANCELLED } : failureOf(error)
      if (failure.code === 'internal_error') parts.onFault(error, task.id, 'task failed')
      await applyWithRetry(task, { type: 'fail', ...failure }, { signal: parking.signal })
    }
  }

  /** Marks a task that cannot be read as failed, so that the others can continue. */
  async function markDamaged(task: TaskRecord): Promise<void> {
    try {
      if (await store.update({ ...task, updatedAt: now() }))
        parts.onFault(new Error(task.error?.message), task.id, 'task is damaged and marked as failed')
    } catch (error) {
      parts.onFault(error, task.id, 'could not mark a damaged task as failed')
    }
  }

  function start(task: TaskRecord, routerKey: string | null, caller = task.scope): void {
    const cancel = new AbortController()
    const { signal } = cancel
    const job = () => run(task, { routerKey, caller, signal })
    let begun = false
    const done = parts
      .schedule({ owner: caller, signal }, () => {
        begun = true
        return job()
      })
      // Cancelled while queued: stop waiting, and store the cancellation.
      .catch((error) => (begun ? Promise.reject(error) : job()))
      .catch((error) => {
        if (error instanceof DamagedTaskStore) stuck.set(task.id, error)
        if (!parking.signal.aborted) parts.onFault(error, task.id, 'could not store the end of a task')
      })
      .finally(() => active.delete(task.id))
    active.set(task.id, { caller, cancel, done })
  }

  function heldBy(caller: string): number {
    const callers = [...entering.values(), ...[...active.values()].map((task) => task.caller)]
    return callers.filter((holder) => holder === caller).length
  }

  return {
    async create({ request, warnings = [], scope, caller = scope, idempotencyKey, routerKey }) {
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
      const held = active.size + entering.size
      if (known === null && held >= capacityFor(heldBy(caller), parts.queueLimit)) {
        throw unavailable(`The service already has ${held} unfinished tasks. Try again shortly.`, 10)
      }
      entering.set(task.id, caller)
      try {
        const stored = known ?? (await store.insert(task))
        if (stored.id === task.id) {
          // Stored while the service was stopping: it is resumed at the next start.
          if (!draining) start(task, routerKey, caller)
        } else if (!stored.damaged && JSON.stringify(stored.request) !== JSON.stringify(request))
          throw otherRequest()
        return stored
      } finally {
        entering.delete(task.id)
      }
    },

    get: (id, scope) => store.get(id, scope),
    checkpointOf: (id) => store.checkpointOf(id),

    async cancel(id, scope) {
      const task = await store.get(id, scope)
      if (task === null || isFinished(task)) return task
      // First stop the run, so that nothing more is paid for. A run stopped like this also stores the cancellation.
      active.get(id)?.cancel.abort(new StrettoError('cancelled', CANCELLED))
      await apply(task, { type: 'fail', code: 'cancelled', message: CANCELLED })
      // Read again: it may have completed at the last moment.
      return store.get(id, scope)
    },

    async finished(task) {
      await active.get(task.id)?.done
      const stored = (await store.get(task.id, task.scope)) ?? task
      const damage = stuck.get(task.id)
      if (damage !== undefined && !isFinished(stored)) throw damage
      return stored
    },

    async resume() {
      const isHeld = ({ id }: TaskRecord) => active.has(id) || entering.has(id)
      const left = (await store.unfinished()).filter((task) => !isHeld(task))
      for (const task of left) {
        if (draining) break
        if (task.damaged) await markDamaged(task)
        else start(task, null)
      }
      return left.length
    },

    async close(limit) {
      draining = true
      const running = [...active.values()].map(({ done }) => done)
      const timeIsUp = new Promise<void>((resolve) => {
        if (limit.aborted) resolve()
        limit.addEventListener('abort', () => resolve(), { once: true })
      })
      await Promise.race([Promise.all(running), timeIsUp])
      parking.abort()
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

function failureOf(error: unknown): Omit<Extract<TaskChange, { type: 'fail' }>, 'type'> {
  if (error instanceof StrettoError) {
    const { code, message, retryAfterSeconds } = error
    return { code, message, retryAfterSeconds }
  }
  const message = 'An internal error stopped this task. See the log of the service for details.'
  return { code: 'internal_error', message }
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
    kind: result.kind,
    outcome: result.outcome,
    answer: result.shortAnswer,
    explanation: result.explanation,
    confidence: result.confidence,
    confidence_basis: result.confidenceBasis,
    dissent: result.dissent,
    votes: result.votes,
    reviews: result.reviews,
    concordance: result.concordance,
    claims: result.claims,
    analysis: result.analysis,
    usage: result.usage,
    structure: task.request.structure,
    router: result.router,
    warnings: [...result.warnings, ...task.warnings],
    relevant_axioms: result.anchors,
  }
}
