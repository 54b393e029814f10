import type { PanelResult, PanelRunner } from '../consensus/panel-runner.ts'
import { plannedRun } from '../consensus/planned-run.ts'
import { harmonyOf, presentResult, sharedFields } from '../consensus/present/present.ts'
import { StrettoError } from '../contract/error-codes.ts'
import type { ConsensusResponse } from '../contract/local-consensus.ts'
import type { CallerKeys } from '../contract/panel.ts'
import { StorageError } from '../contract/storage-error.ts'
import type { DeliberationEvent, Spiral } from '../engine/index.ts'
import { NewerCheckpoint } from './checkpoint.ts'
import { type HeldLease, LeaseLost } from './held-leases.ts'
import { recallReplies } from './recall-replies.ts'
import { changeTask, type TaskChange, type TaskRecord } from './task-machine.ts'
import type { TaskEvents, TaskProgress } from './task-ports.ts'

export interface RunParts {
  progress: TaskProgress
  events: TaskEvents
  runner: PanelRunner
  now: () => number
  /** Retries work with growing pauses until it succeeds; stops when the signal aborts or `onFault` throws. */
  keepTrying: <Result>(
    work: () => Promise<Result>,
    trying: { signal: AbortSignal; onFault: (error: unknown) => void },
  ) => Promise<Result>
  onFault: (error: unknown, taskId: string | null, what: string) => void
}

interface Stopping {
  isDraining: () => boolean
  /** Aborts when tasks are left as stored, for the next start. */
  parking: AbortSignal
}

interface HeldTask {
  task: TaskRecord
  hold: HeldLease
  signal: AbortSignal
}

/** A task to be run by this process, and for whom. */
export interface TaskRun extends HeldTask {
  callerKeys: CallerKeys | null
  caller: string
}

const CALLER_KEY_LOST =
  'The process that was running this task with your own router key has stopped, and the key is never stored. Create the task again.'

export const CANCELLED = 'The task was cancelled by its caller.'

/** Returns a function that runs a task to its end; throws the reason if only a newer process can continue it. */
export function createTaskRuns(parts: RunParts & Stopping) {
  const { progress, events, now } = parts

  /** Stores a change of a task that this process holds; throws LeaseLost if it no longer does. */
  async function apply(hold: HeldLease, task: TaskRecord, change: TaskChange, checkpoint?: Spiral) {
    const changed = changeTask(task, change, now())
    if (!(await progress.update(hold.lease, changed, checkpoint))) throw hold.lose()
    return changed
  }

  /** Repeats work while the store cannot be used: a task waits until it can, and nothing is lost. */
  function whenUsable<Result>(
    work: () => Promise<Result>,
    { task, signal, isEnd = false }: { task: TaskRecord; signal: AbortSignal; isEnd?: boolean },
  ): Promise<Result> {
    let isReported = false
    return parts.keepTrying(work, {
      signal,
      onFault(error) {
        // A failure must be stored whatever is wrong with the store, or the task would never end.
        const passes = error instanceof StorageError || isEnd
        if (!passes || error instanceof LeaseLost) throw error
        if (!isReported) parts.onFault(error, task.id, 'task is waiting until it can be stored')
        isReported = true
      },
    })
  }

  function applyWithRetry(
    { task, hold, signal }: HeldTask,
    change: TaskChange,
    checkpoint?: Spiral,
  ): Promise<TaskRecord> {
    const isEnd = change.type === 'fail'
    return whenUsable(() => apply(hold, task, change, checkpoint), { task, signal, isEnd })
  }

  async function run({ task: pending, hold, callerKeys, caller, signal }: TaskRun): Promise<void> {
    // A task that has not begun waits for the next start; a cancellation is still stored.
    if (parts.isDraining() && !signal.aborted) return
    let task = pending
    try {
      signal.throwIfAborted()
      if (task.usesCallerKey && callerKeys === null) throw new StrettoError('unavailable', CALLER_KEY_LOST)
      const read = <Result>(work: () => Promise<Result>) => whenUsable(work, { task, signal })
      let checkpoint: Spiral | null = await read(() => progress.checkpointOf(task.id))
      let isStored = true
      task = await applyWithRetry({ task, hold, signal }, { type: 'start' })
      /** Stores the checkpoint, unless it is: that forgets the replies kept before it, and there may be others since. */
      const storeCheckpoint = async () => {
        if (isStored || checkpoint === null) return
        const change = { type: 'advance', iterationsDone: checkpoint.entries.length } as const
        task = await apply(hold, task, change, checkpoint)
        isStored = true
      }
      const publish = publishTo(hold)
      const runPanel = async () => {
        await storeCheckpoint()
        const kept = await progress.repliesOf(task.id)
        return parts.runner.run({
          ...plannedRun(task.request, { models: task.request.models, callerKeys }),
          ...{ id: task.id, askedAt: task.createdAt, scope: task.scope },
          ...{ caller, signal, checkpoint },
          recall: (ask) =>
            recallReplies(ask, {
              kept,
              beforeAsking: hold.confirm,
              async keep(call, what) {
                if (!(await progress.keepReply(hold.lease, call, what))) hold.lose()
              },
              onFault: (error) => parts.onFault(error, task.id, 'could not store a reply'),
            }),
          onEvent: publish,
          onCheckpoint(spiral) {
            checkpoint = spiral
            isStored = false
            return storeCheckpoint()
          },
        })
      }
      // Waiting must not use up the time limit of the run: a run that cannot store something ends and is begun again there.
      const result = await read(runPanel)
      // First, so that a task that is completed is counted, whenever this process is killed; one that is not is counted again
      // under the same id.
      await result.counted
      const change: TaskChange = { type: 'complete', result: responseOf(task, result) }
      await applyWithRetry({ task, hold, signal }, change)
    } catch (error) {
      await endRun(error, { task, hold, signal })
    }
  }

  /** Stores why a run ended, unless the task is to be continued by somebody. */
  async function endRun(error: unknown, { task, hold, signal }: HeldTask): Promise<void> {
    // Parked tasks stay as stored and are resumed at the next start.
    if (parts.parking.aborted) return
    if (error instanceof NewerCheckpoint) throw error
    const isCancelled = signal.aborted && !(signal.reason instanceof LeaseLost)
    if (!isCancelled && hold.isLost()) return reportLost(task, signal.reason)
    const failure = isCancelled ? { code: 'cancelled' as const, message: CANCELLED } : failureOf(error)
    if (failure.code === 'internal_error') parts.onFault(error, task.id, 'task failed')
    const change: TaskChange = { type: 'fail', ...failure }
    await applyWithRetry({ task, hold, signal: parts.parking }, change).catch((refusal) => {
      if (!(refusal instanceof LeaseLost)) throw refusal
      // A cancelled task has usually been stored as such by the one who cancelled it.
      if (!isCancelled) reportLost(task, refusal)
    })
  }

  function reportLost({ id }: TaskRecord, reason: unknown): void {
    parts.onFault(reason, id, 'the lease of a task was lost; its run has stopped and pays for nothing more')
  }

  /** Publishes the events of a run, except the ends of iterations, which are published with their checkpoints. */
  function publishTo({ lease }: HeldLease): (event: DeliberationEvent) => void {
    let isReported = false
    return (event) => {
      if (event.type === 'iteration-end') return
      events.publish(lease, event).catch((error) => {
        if (!isReported) parts.onFault(error, lease.taskId, 'could not store an event')
        isReported = true
      })
    }
  }

  return run
}

function failureOf(error: unknown): Omit<Extract<TaskChange, { type: 'fail' }>, 'type'> {
  if (error instanceof StrettoError) {
    const { code, message, retryAfterSeconds } = error
    return { code, message, retryAfterSeconds }
  }
  const message = 'An internal error stopped this task. See the log of the service for details.'
  return { code: 'internal_error', message }
}

function responseOf(task: TaskRecord, found: PanelResult): ConsensusResponse {
  const result = presentResult(found, task.request.models)
  return {
    id: task.id,
    query: task.request.query,
    final_answer: result.answer,
    consensus_reached: result.reached,
    iterations_used: result.entries.length,
    initial_D: result.initialDivergence,
    final_D: result.finalDivergence,
    final_H_total: harmonyOf(result.finalDivergence),
    iterations: result.entries,
    models: task.request.models,
    confidence: result.confidence,
    ...sharedFields(result),
    structure: task.request.structure,
    warnings: [...result.warnings, ...task.warnings],
    relevant_axioms: result.anchors,
  }
}
