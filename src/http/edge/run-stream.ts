import type { Context } from 'hono'
import type { PreparedConsensus } from '../../consensus/cached-consensus.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { AnswerText, DeliberationEvent } from '../../engine/index.ts'
import { createEventQueue } from '../../utils/event-queue.ts'
import { linkedAbort } from '../../utils/time-limits.ts'
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

/** How much of what happens may wait for a reader, in characters; so much counts an event beside its text. */
const MOST_WAITING = 2 * 1024 * 1024
const EVENT_CHARACTERS = 128

/**
 * Follows a request to its answer, step by step, with the texts of the models as they arrive if they are wanted; throws if
 * its run fails. A stored answer is the only step. A reader who falls too far behind is taken for one who left.
 */
export async function* followRun(
  prepared: PreparedConsensus,
  signal: AbortSignal,
  { withTexts = false } = {},
): AsyncGenerator<RunStep, void> {
  if ('served' in prepared) return yield { response: prepared.served }
  const events = createEventQueue<DeliberationEvent | AnswerText>()
  const left = linkedAbort(signal)
  const sizeOf = (event: object) => EVENT_CHARACTERS + ('text' in event ? String(event.text).length : 0)
  let waiting = 0
  const keep = (event: DeliberationEvent | AnswerText) => {
    waiting += sizeOf(event)
    events.push(event)
    if (waiting <= MOST_WAITING) return
    events.end()
    left.controller.abort()
  }
  const following = { signal: left.controller.signal, onEvent: keep, ...(withTexts && { onPiece: keep }) }
  const answer = prepared.run(following).finally(() => {
    events.end()
    left.release()
  })
  // Awaited below, but not before everything that happened until then has been sent.
  answer.catch(() => {})
  for await (const event of events) {
    yield { event }
    waiting -= sizeOf(event)
  }
  if (left.controller.signal.aborted && !signal.aborted) throw new StrettoError('request_timeout', TOO_SLOW)
  yield { response: await answer }
}

const TOO_SLOW =
  'The events were not read as fast as they came, so the stream was closed. Read them as they arrive, or ask for the answer as JSON.'
