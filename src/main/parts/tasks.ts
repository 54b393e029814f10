import { setTimeout as pause } from 'node:timers/promises'
import { createFairQueue } from '../../adapters/scheduling/fair-queue.ts'
import type { PanelRunner } from '../../consensus/panel-runner.ts'
import { openTaskService, type TaskService } from '../../tasks/task-service.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** The pauses of a task between attempts to store what a full disk refused. */
const STORE_PAUSES = { firstPauseMs: 250, longestPauseMs: 10_000 }

/** Opens the tasks of the local API. */
export function openTasks(
  { settings, log, now, wallClock, newId }: Runtime,
  { storage, runner }: { storage: Storage; runner: PanelRunner },
): TaskService {
  return openTaskService({
    store: storage.tasks,
    progress: storage.taskProgress,
    leases: storage.taskLeases,
    events: storage.taskEvents,
    runner,
    owner: newId(),
    leaseMs: settings.TASK_LEASE_MS,
    schedule: createFairQueue(settings.TASK_CONCURRENCY).run,
    queueLimit: settings.TASK_QUEUE_LIMIT,
    places: settings.TASK_CONCURRENCY,
    now: wallClock,
    steadyClock: now,
    wait: (milliseconds, signal) => pause(milliseconds, undefined, { signal, ref: false }),
    newId,
    onResume: (taskId) => log.info({ task_id: taskId }, 'resuming a task that no process was running'),
    keepTrying: (work, trying) => keepTrying(work, { ...trying, ...STORE_PAUSES }),
    onFault: (error, taskId, what) =>
      storage.unlessDamaged('the tasks', (fault) =>
        log.error({ err: fault, task_id: taskId ?? undefined }, what),
      )(error),
  })
}
