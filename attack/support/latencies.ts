import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { type Answer, send } from './requests.ts'

/** How long callers waited, in milliseconds. */
export interface Latencies {
  p50: number
  p95: number
  p99: number
  max: number
  count: number
  /** Requests that were not answered, or not with 200. */
  failed: number
}

/**
 * Repeats a request at a fixed rate until stopped, each time on a new connection, even if the previous one is unanswered:
 * a client that waits for each answer would not measure how long other callers would have waited.
 */
export async function probe(
  ask: (number: number) => Promise<Answer>,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<Latencies> {
  const underWay: Array<Promise<Answer>> = []
  const startedAt = performance.now()
  while (!signal.aborted) {
    underWay.push(ask(underWay.length))
    await pause(Math.max(0, startedAt + underWay.length * everyMs - performance.now()))
  }
  const answers = await Promise.all(underWay)
  const times = answers.map(({ ms }) => ms)
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    max: percentile(times, 1),
    count: times.length,
    failed: answers.filter(({ status }) => status !== 200).length,
  }
}

/** Requests the health of an API on a new connection. */
export function askHealth(url: string): Promise<Answer> {
  return send(`${url}/health`, { timeoutMs: 60_000 })
}
