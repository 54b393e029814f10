import { openTaskService, type TaskService } from '../../src/tasks/task-service.ts'
import type { TaskPorts } from './task-ports.ts'

type Parts = Parameters<typeof openTaskService>[0]

/** Opens the tasks of a process; it never sends a heartbeat by itself, unless the test gives it a way to wait. */
export function openTestTasks(ports: TaskPorts, parts: Partial<Parts> & Pick<Parts, 'runner'>): TaskService {
  return openTaskService({
    ...ports,
    owner: 'this process',
    leaseMs: 1_000,
    schedule: (_, job) => job(),
    queueLimit: 1,
    places: 1,
    now: () => 4_000,
    steadyClock: () => 0,
    wait: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
    newId: () => '11111111-1111-4111-8111-111111111111',
    keepTrying: (work) => work(),
    onFault: () => {},
    onResume: () => {},
    ...parts,
  })
}
