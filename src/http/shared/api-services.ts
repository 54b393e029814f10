import type { Context } from 'hono'
import type { Verdicts } from '../../consensus/ledger/verdicts.ts'
import type { CallerKeys } from '../../contract/panel.ts'
import type { Admission } from '../middleware/admission.ts'
import type { Keyring } from '../middleware/authenticate.ts'
import type { RateLimiter, RateLimits, RateWindow } from '../middleware/rate-limit.ts'
import type { BuiltPage } from './built-page.ts'
import type { Log } from './request-context.ts'

export interface ApiServices {
  /** Which servers answer the default panel of a caller: one name, such as `openrouter` or `offline`, or several joined by `+`. */
  routerFor: (callerKeys: CallerKeys | null) => string
  verdicts: Verdicts
  /** Origins of the web pages that may call the API; `*` for any. */
  origins: string[]
  /** Empty where no keys are required. */
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
  docs: BuiltPage
  log: Log
  addressOf: (context: Context) => string
  /** Whether a key is the token of the user who runs the service. */
  isOperator: (key: string, context: Context) => boolean
  isOurHost: (host: string) => boolean
  isStopping: () => boolean
  /** Aborted when what is still open must end because the service is stopping. */
  closing: () => AbortSignal
  /** A clock that never jumps, for durations. */
  now: () => number
  /** The time as others know it. */
  wallClock: () => number
  newId: () => string
}
