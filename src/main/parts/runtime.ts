import { hash, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { createLearned, type Learned } from '../../adapters/models/learned.ts'
import type { OpenHttp } from '../../adapters/models/providers/open-http.ts'
import { createFairTurns, type FairQueue } from '../../adapters/scheduling/fair-turns.ts'
import type { createPrometheusMetrics } from '../../adapters/telemetry/prometheus-metrics.ts'
import type { Settings } from '../../config/settings.ts'

export type Runtime = ReturnType<typeof createRuntime>

export type Metrics = ReturnType<typeof createPrometheusMetrics>

export const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** What the places where the service runs do in ways of their own. */
interface Platform {
  newId?: () => string
  /** Loads what sends requests; not before the first, because an offline service never needs it. */
  loadHttp: () => Promise<OpenHttp>
  /** Limits the requests whose response has not begun, where the platform would let more of them wait unseen. */
  unanswered?: FairQueue
  /** Shared with others in this process. */
  learned?: Learned
  /** Who may compute when; by default all take turns in this process. */
  turns?: Pick<ReturnType<typeof createFairTurns>, 'take' | 'waitOf' | 'onConnection'>
  /** Makes what ends work of the service; by default something that all its work may listen to. */
  openEnd?: () => AbortController
}

/** Creates what every part of the service is given: settings, log, metrics, clocks, turns and signals that end work. */
export function createRuntime(
  settings: Settings,
  log: Logger,
  metrics: Metrics,
  { newId = randomUUID, loadHttp, unanswered, learned, turns, openEnd = manyListeners }: Platform,
) {
  // Unlike Date.now() it never jumps back.
  const now = () => performance.timeOrigin + performance.now()
  return {
    ...{ settings, log, metrics, now, newId, loadHttp, unanswered },
    wallClock: () => Date.now(),
    learned: learned ?? createLearned(),
    sha256: (text: string) => hash('sha256', text, 'buffer'),
    turns: turns ?? createFairTurns({ now, nextTurn: setImmediate }),
    /** Aborted to end background work, such as embedding. */
    background: openEnd(),
    /** Aborted to end the runs that are still under way. */
    runs: openEnd(),
  }
}

/** A controller to whose signal every run may listen: that is not a leak. */
function manyListeners(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}
