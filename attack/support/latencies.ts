import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { type Answer, send } from './requests.ts'

/** How long somebody waited, in milliseconds. */
export interface Latencies {
  p50: number
  p95: number
  p99: number
  max: number
  count: number
  /** Requests that were not answered, or not with 200. */
  failed: number
}

/** Asks the same over and over, each time on a new connection, until told to stop. */
export async function probe(
  ask: () => Promise<Answer>,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<Latencies> {
  const answers: Answer[] = []
  while (!signal.aborted) {
    const answer = await ask()
    answers.push(answer)
    await pause(Math.max(0, everyMs - answer.ms))
  }
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

/** Asks for the health of an API on a new connection. */
export function askHealth(url: string): Promise<Answer> {
  return send(`${url}/health`, { timeoutMs: 60_000 })
}
