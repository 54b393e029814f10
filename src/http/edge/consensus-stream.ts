import type { Context } from 'hono'
import type { PreparedConsensus } from '../../consensus/cached-consensus.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import { errorBody, knownError } from '../shared/error-response.ts'
import { dataOf } from '../shared/event-data.ts'
import { type SentEvent, sendEvents } from '../shared/event-stream.ts'
import type { Log, RequestEnvironment } from '../shared/request-context.ts'
import { followRun } from './follow-run.ts'

/** Whether the caller asks for events by name; a wildcard still means JSON. */
export function wantsEvents(context: Context): boolean {
  const accepted = context.req.header('accept')?.split(',') ?? []
  return accepted.some((range) => range.split(';')[0]!.trim().toLowerCase() === 'text/event-stream')
}

interface ConsensusStream {
  prepared: PreparedConsensus
  /** The response as this caller gets it. */
  finish: (response: EdgeConsensusResponse) => EdgeConsensusResponse
  log: Log
}

/** Answers with the events of a run. The last one is `result`, the response, or `error`, the body of an error. */
export function streamConsensus(
  context: Context<RequestEnvironment>,
  { prepared, finish, log }: ConsensusStream,
): Response {
  const sent = (event: string, data: unknown): SentEvent => ({ event, data: JSON.stringify(data) })
  async function* events(signal: AbortSignal) {
    try {
      for await (const step of followRun(prepared, signal))
        yield 'event' in step
          ? sent(step.event.type, dataOf(step.event))
          : sent('result', finish(step.response))
    } catch (error) {
      yield sent('error', errorBody(knownError(error, context, log), context))
    }
  }
  const { response, ended } = sendEvents(context, events)
  context.set('streaming', ended)
  return response
}
