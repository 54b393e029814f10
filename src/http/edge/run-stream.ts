import type { Context } from 'hono'
import type { PreparedConsensus } from '../../consensus/cached-consensus.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { AnswerText, DeliberationEvent } from '../../engine/index.ts'
import { createEventQueue } from '../../utils/event-queue.ts'
import { knownError, streamedErrorBody } from '../shared/error-response.ts'
import { type SentEvent, sendEvents } from '../shared/event-stream.ts'
import type { Log, RequestEnvironment } from '../shared/request-context.ts'

/** What happens while an answer is awaited; the last step is the answer. */
export type RunStep = { event: DeliberationEvent | AnswerText } | { response: EdgeConsensusResponse }

interface AnswerStream {
  /** What is sent until the answer is there; the signal aborts when nobody reads any more. */
  events: (signal: AbortSignal) => AsyncIterable<SentEvent>
  /** What is sent for a failure, given its body as JSON. */
  toFailure: (body: string) => Iterable<SentEvent>
  log: Log
}

/** Answers with a stream; it counts as load until it ends. */
export function streamAnswer(
  context: Context<RequestEnvironment>,
  { events, toFailure, log }: AnswerStream,
): Response {
  const { response, ended } = sendEvents(context, async function* (signal) {
    try {
      yield* events(signal)
    } catch (error) {
      yield* toFailure(JSON.stringify(streamedErrorBody(knownError(error, context, log), context)))
    }
  })
  context.set('streaming', ended)
  return response
}

/**
 * Follows a request to its answer, step by step, with the texts of the models as they arrive if they are wanted; throws if
 * its run fails. A stored answer is the only step.
 */
export async function* followRun(
  prepared: PreparedConsensus,
  signal: AbortSignal,
  { withTexts = false } = {},
): AsyncGenerator<RunStep, void> {
  if ('served' in prepared) return yield { response: prepared.served }
  const events = createEventQueue<DeliberationEvent | AnswerText>()
  const following = { signal, onEvent: events.push, ...(withTexts && { onPiece: events.push }) }
  const answer = prepared.run(following).finally(events.end)
  // Awaited below, but not before everything that happened until then has been sent.
  answer.catch(() => {})
  for await (const event of events) yield { event }
  yield { response: await answer }
}
