import type { Context } from 'hono'
import type { RunCosts } from '../../consensus/budget/run-costs.ts'
import type { Tracer } from '../../consensus/tracing.ts'
import type { TaskEvents } from '../../tasks/task-events.ts'
import type { TaskService } from '../../tasks/task-service.ts'
import type { Admission } from '../middleware/admission.ts'
import type { RateLimits } from '../middleware/rate-limit.ts'
import type { Keyring } from '../shared/keyring.ts'
import type { RateLimiter, RateWindow } from '../shared/rate-limiter.ts'
import type { Log } from '../shared/request-context.ts'

/** Everything the local task API depends on. */
export interface LocalServices {
  tasks: TaskService
  costs: RunCosts
  events: TaskEvents
  routerFor: (routerKey: string | null) => string
  /** The panel of the example in the welcome payload. */
  defaultModels: string[]
  /** Origins of the web pages that may call the API; `*` for any. */
  origins: string[]
  /** Empty unless the local API requires keys too. */
  keyring: Keyring
  admission: Admission
  limiter: RateLimiter
  /** Null when callers are not rate-limited. */
  limits: RateLimits | null
  metrics: {
    requestEnd(request: { method: string; route: string; status: number }): void
    requestRefused(window: RateWindow['name']): void
  }
  /** Problems for the operator to fix, as sentences for /health. */
  problems: () => string[]
  /** Why requests should go elsewhere for now, as sentences for /readyz. */
  unreadiness: () => string[]
  log: Log
  /** Null when nothing is traced. */
  tracer: Tracer | null
  addressOf: (context: Context) => string
  /** Whether the service answers requests for a host. */
  isOurHost: (host: string) => boolean
  isStopping: () => boolean
  /** Aborted when event streams must end because the service is stopping. */
  closing: AbortSignal
  /** A clock that never jumps, for durations. */
  now: () => number
  /** The time as others know it. */
  wallClock: () => number
  newId: () => string
}
