import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { answerForMetrics } from '../adapters/telemetry/worker-metrics.ts'

/** The pauses before a worker that ended by itself is started again; they grow while workers keep ending. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** A worker that has run for so long ended for another reason than its start. */
const HAS_STARTED_MS = 60_000

/**
 * Runs the service in several processes that share the ports, and starts those anew that end by themselves. Signals
 * are passed on, SIGHUP only if it makes workers read something again; this process ends when the last worker has.
 */
export function runWorkers(count: number, log: Logger, { reloads }: { reloads: boolean }): void {
  let isStopping = false
  let hasListened = false
  let pauseMs = FIRST_PAUSE_MS
  /** Workers that were not listening when SIGHUP came, which ends a process that does not handle it yet. */
  const missed = new WeakSet<Worker>()
  const ready = new WeakSet<Worker>()
  answerForMetrics((error) => log.warn({ err: error }, 'the metrics of the workers could not be read'))

  function start(place: number): void {
    const startedAt = performance.now()
    // Only the first says hello.
    const worker = cluster.fork({ STRETTO_WORKER: String(place) })
    worker.once('listening', () => {
      hasListened = true
      ready.add(worker)
      // It may have read what has changed since.
      if (missed.delete(worker)) worker.process.kill('SIGHUP')
    })
    worker.once('exit', (code, signal) => {
      if (isStopping) return endWithLast()
      // What the first start of all says is for the operator, and trying again would only repeat it.
      if (!hasListened) return stopAll('SIGTERM', code)
      if (performance.now() - startedAt > HAS_STARTED_MS) pauseMs = FIRST_PAUSE_MS
      log.error({ worker: place, code, signal, pause_ms: pauseMs }, 'a worker ended and is started again')
      setTimeout(() => (isStopping ? endWithLast() : start(place)), pauseMs)
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    })
  }

  function endWithLast(): void {
    if (workers().length === 0) process.exit()
  }

  function stopAll(signal: NodeJS.Signals, exitCode = 0): void {
    isStopping = true
    process.exitCode = exitCode
    for (const worker of workers()) worker.process.kill(signal)
    endWithLast()
  }

  function reloadAll(): void {
    for (const worker of workers()) {
      if (ready.has(worker)) worker.process.kill('SIGHUP')
      else missed.add(worker)
    }
  }

  for (let place = 1; place <= count; place++) start(place)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopAll(signal))
  if (reloads) process.on('SIGHUP', reloadAll)
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}
