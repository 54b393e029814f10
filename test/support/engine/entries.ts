import type { IterationEntry, SeatResponse } from '../../../src/contract/deliberation.ts'

/** A seat's part in an iteration that said nothing of note. */
const RESPONSE: SeatResponse = {
  provider: 'openrouter',
  model: 'test/model',
  name: 'model',
  answer: null,
  position: null,
  verdict: null,
  counted_verdict: null,
  reason: '',
  measured: null,
  residual: null,
  latency_ms: 0,
  tokens: 0,
  cost_usd: 0,
  error: null,
}

/** An iteration in which the seats did what is told of each by name. */
export function entryWith(iteration: number, seats: Record<string, Partial<SeatResponse>>): IterationEntry {
  return {
    iteration,
    level: Math.min(iteration, 7),
    level_name: '',
    D: 0.5,
    H: 0.5,
    target_D: 0.5,
    theme: null,
    responses: Object.entries(seats).map(([name, said]) => ({ ...RESPONSE, name, ...said })),
    axioms: [],
    clusters: [],
  }
}
