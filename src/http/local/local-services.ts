import type { Context } from 'hono'
import type { TaskEvents } from '../../tasks/task-events.ts'
import type { TaskService } from '../../tasks/task-service.ts'
import type { Admission } from '../middleware/admission.ts'
import type { RateLimits } from '../middleware/rate-limit.ts'
import type { Keyring } from '../shared/keyring.ts'
import type { RateLimiter, RateWindow } from '../shared/rate-limiter.ts'
import type { Log } from '../shared/request-context.ts'

/** Everything the local task API answers from. */
export interface LocalServices {
  tasks: TaskService
  events: TaskEvents
  routerFor: (routerKey: string | null) => string
  /** Empty unless the local API asks for keys too. */
  keyring: Keyring
  admission: Admission
  limiter: RateLimiter
  /** Null where callers are not limited. */
  limits: RateLimits | null
  metrics: {
    requestEnd(request: { method: string; route: string; status: number }): void
    requestRefused(window: RateWindow['name']): void
  }
  /** What an operator has to mend: sentences for /health. */
  problems: () => string[]
  log: Log
  addressOf: (context: Context) => string
  /** Whether requests for a host are answered. */
  isOurHost: (host: string) => boolean
  isStopping: () => boolean
  /** Aborted when streams have to end, since the service does. */
  closing: AbortSignal
  now: () => number
  newId: () => string
}
