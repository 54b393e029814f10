import type { Context } from 'hono'
import type { TaskEvents } from '../../tasks/task-events.ts'
import type { TaskService } from '../../tasks/task-service.ts'
import type { Keyring } from '../shared/keyring.ts'
import type { Log } from '../shared/request-context.ts'

/** Everything the local task API answers from. */
export interface LocalServices {
  tasks: TaskService
  events: TaskEvents
  routerFor: (routerKey: string | null) => string
  /** Empty unless the local API asks for keys too. */
  keyring: Keyring
  metrics: { requestEnd(request: { method: string; route: string; status: number }): void }
  /** What an operator has to mend: sentences for /health. */
  problems: () => string[]
  log: Log
  addressOf: (context: Context) => string
  now: () => number
  newId: () => string
}
