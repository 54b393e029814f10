import type { IterationEntry } from '../../contract/deliberation.ts'
import type { Deliberation } from '../../engine/index.ts'
import { entryInOrder, type RequestedSeat, resultInOrder } from './in-request-order.ts'
import { roundedEntry, roundedResult } from './rounded.ts'

/** An iteration as callers see it. */
export function presentEntry(entry: IterationEntry, seats: RequestedSeat[]): IterationEntry {
  return roundedEntry(entryInOrder(entry, seats))
}

/** A result as callers see it; everything inside the service works with the result itself. */
export function presentResult<Result extends Deliberation>(result: Result, seats: RequestedSeat[]): Result {
  return roundedResult(resultInOrder(result, seats))
}
