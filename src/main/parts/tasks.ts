import { createFairQueue } from '../../adapters/scheduling/fair-queue.ts'
import type { PanelRunner } from '../../consensus/panel-runner.ts'
import { createTaskEvents } from '../../tasks/task-events.ts'
import { openTaskService } from '../../tasks/task-service.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Runtime } from './runtime.ts'
import type { Storage } from './storage.ts'

/** The tasks and their events. */
export type Tasks = ReturnType<typeof openTasks>

/** The pauses of a task between attempts to store what a full disk refused. */
const STORE_PAUSES = { firstPauseMs: 250, longestPauseMs: 10_000 }

/** Opens the tasks of the local API. */
export function openTasks(
  { settings, log, wallClock, newId }: Runtime,
  { storage, runner }: { storage: Storage; runner: PanelRunner },
) {
  const events = createTaskEvents()
  const service = openTaskService({
    store: storage.tasks,
    runner,
    events,
    schedule: createFairQueue(settings.TASK_CONCURRENCY).run,
    queueLimit: settings.TASK_QUEUE_LIMIT,
    now: wallClock,
    newId,
    keepTrying: (work, trying) => keepTrying(work, { ...trying, ...STORE_PAUSES }),
    onFault: (error, taskId, what) =>
      storage.unlessDamaged('the tasks', (fault) => log.error({ err: fault, task_id: taskId }, what))(error),
  })
  return { service, events }
}
