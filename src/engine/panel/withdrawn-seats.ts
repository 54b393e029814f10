import type { Abstention, IterationEntry } from '../../contract/deliberation.ts'
import type { Seat } from './panel.ts'

/** Failures that another attempt in the same run cannot fix. */
const PERMANENT = new Set([
  'unauthorized',
  'payment_required',
  'forbidden',
  'model_not_found',
  'bad_request',
  'redirected',
  'too_large',
])

/** After this many consecutive failures a seat is not asked again. */
const FAILURES_IN_A_ROW = 2

/**
 * The seats that are not asked again in a run, with the reason: those with a permanent failure, and those that failed
 * twice in a row. A model that declines has not failed. Every further wait would cost the others time.
 */
export function withdrawnSeats(entries: IterationEntry[], seats: Seat[]): Map<string, Abstention> {
  const withdrawn = new Map<string, Abstention>()
  seats.forEach((seat, index) => {
    const errors = entries.map(({ responses }) => responses[index]?.error ?? null)
    const last = errors.at(-1) ?? null
    if (last === null || last.code === 'declined') return
    const recent = errors.slice(-FAILURES_IN_A_ROW)
    const failing =
      recent.length === FAILURES_IN_A_ROW &&
      recent.every((error) => error !== null && error.code !== 'declined')
    if (last.code === WITHDRAWN || PERMANENT.has(last.code) || failing) {
      const message =
        last.code === WITHDRAWN ? last.message : `Not asked again after ${last.code}: ${last.message}`
      withdrawn.set(seat.key, { code: WITHDRAWN, message })
    }
  })
  return withdrawn
}

const WITHDRAWN = 'withdrawn'
