import { hash, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { createFairTurns } from '../../adapters/scheduling/fair-turns.ts'
import { createPrometheusMetrics } from '../../adapters/telemetry/prometheus-metrics.ts'
import type { Settings } from '../../config/settings.ts'

/** What every part of the service is given: settings, log, metrics, clocks, turns and the signals that end work. */
export type Runtime = ReturnType<typeof createRuntime>

/** How long finished tasks and past results are kept. */
export const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Creates what every part of the service is given. */
export function createRuntime(settings: Settings, log: Logger) {
  // Unlike Date.now() it never jumps back.
  const now = () => performance.timeOrigin + performance.now()
  return {
    settings,
    log,
    metrics: createPrometheusMetrics((error) => log.error({ err: error }, 'a metric could not be recorded')),
    now,
    wallClock: () => Date.now(),
    newId: () => randomUUID(),
    sha256: (text: string) => hash('sha256', text, 'buffer'),
    turns: createFairTurns({ now, nextTurn: setImmediate }),
    /** Aborted to end background work, such as embedding. */
    background: manyListeners(),
    /** Aborted to end the runs that are still under way. */
    runs: manyListeners(),
  }
}

/** A controller to whose signal every run may listen: that is not a leak. */
function manyListeners(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}
