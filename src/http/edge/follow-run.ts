import type { PreparedConsensus } from '../../consensus/cached-consensus.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { DeliberationEvent } from '../../engine/index.ts'
import { createEventQueue } from '../../utils/event-queue.ts'

/** What happens while an answer is awaited; the last step is the answer. */
export type RunStep = { event: DeliberationEvent } | { response: EdgeConsensusResponse }

/** Follows a request to its answer, step by step; throws if its run fails. A stored answer is the only step. */
export async function* followRun(
  prepared: PreparedConsensus,
  signal: AbortSignal,
): AsyncGenerator<RunStep, void> {
  if ('served' in prepared) return yield { response: prepared.served }
  const events = createEventQueue<DeliberationEvent>()
  const answer = prepared.run({ signal, onEvent: events.push }).finally(events.end)
  // Awaited below, but not before everything that happened until then has been sent.
  answer.catch(() => {})
  for await (const event of events) yield { event }
  yield { response: await answer }
}
