import type { Context } from 'hono'
import type { RequestedSeat } from '../../consensus/present/in-request-order.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { dataOf, type SentEvent } from '../shared/event-stream.ts'
import type { RunStep } from './run-stream.ts'

/** Whether the caller asks for events by name, and not with a weight of zero; a wildcard still means JSON. */
export function wantsEvents(context: Context): boolean {
  const accepted = context.req.header('accept')?.toLowerCase().split(',') ?? []
  return accepted.some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim())
    return type === 'text/event-stream' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })
}

/** The steps of a run as events with the names they have in the engine; the last one is `result`, the response. */
export async function* consensusEvents(
  steps: AsyncIterable<RunStep>,
  seats: RequestedSeat[],
  finish: (response: EdgeConsensusResponse) => EdgeConsensusResponse,
): AsyncGenerator<SentEvent, void> {
  for await (const step of steps)
    yield 'event' in step
      ? { event: step.event.type, data: JSON.stringify(dataOf(step.event, seats)) }
      : { event: 'result', data: JSON.stringify(finish(step.response)) }
}
