import { send } from './requests.ts'

/** prom-client looks at the event loop once in so many milliseconds, and counts them in. */
const SAMPLED_EVERY_MS = 10

/** What the service reports of itself. */
export interface OwnFigures {
  memoryMb: number
  /** How late the event loop was since the last look, in milliseconds. */
  lateP99Ms: number
  lateMaxMs: number
}

/** Reads figures of the service’s process from its metrics. */
export async function ownFigures({ edge }: { edge: string }): Promise<OwnFigures> {
  const { body } = await send(`${edge}/metrics`)
  const value = (name: string) =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(body)?.[1] ?? Number.NaN)
  const late = (name: string) =>
    Math.max(0, value(`nodejs_eventloop_lag_${name}_seconds`) * 1_000 - SAMPLED_EVERY_MS)
  return {
    memoryMb: Math.round(value('process_resident_memory_bytes') / 1e6),
    lateP99Ms: late('p99'),
    lateMaxMs: late('max'),
  }
}
