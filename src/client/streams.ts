import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import type { ChatChunk } from '../contract/chat/chat-response.ts'
import type { EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import type { RunEvent } from '../contract/events.ts'
import type { ResponseEvent } from '../contract/responses/response-object.ts'
import type { RunSummary } from '../contract/runs.ts'
import { StrettoConnectionError, streamedError } from './errors.ts'
import { asClientError, type Call, type Sender } from './send.ts'

/** An event of a run on the edge API; the last one is its result, and the first of a run with `keep_running` tells its id. */
export type EdgeEvent =
  | RunEvent
  | { type: 'run-start'; data: RunSummary }
  | { type: 'result'; data: EdgeConsensusResponse }

/** The events of a run on the edge API, up to its result. */
export async function* streamRun(sender: Sender, call: Call): AsyncGenerator<EdgeEvent, void> {
  for await (const { event, data } of openEvents(sender, call)) {
    if (event === 'error') throw streamedError(data)
    yield { type: event, data: JSON.parse(data) } as EdgeEvent
    if (event === 'result') return
  }
  throw new StrettoConnectionError('The stream ended before the result.')
}

/** The chunks of a chat completion, up to the mark that it is complete. */
export async function* streamChat(sender: Sender, call: Call): AsyncGenerator<ChatChunk, void> {
  for await (const { data } of openEvents(sender, call)) {
    if (data === '[DONE]') return
    const chunk = JSON.parse(data)
    if ('error' in chunk) throw streamedError(data)
    yield chunk
  }
  throw new StrettoConnectionError('The stream ended before the answer was complete.')
}

/** The events of a response, up to the one with the whole of it. */
export async function* streamResponse(sender: Sender, call: Call): AsyncGenerator<ResponseEvent, void> {
  for await (const { event, data } of openEvents(sender, call)) {
    if (event === 'error') throw streamedError(data)
    yield JSON.parse(data)
    if (event === 'response.completed' || event === 'response.incomplete') return
  }
  throw new StrettoConnectionError('The stream ended before the response was complete.')
}

/** Sends a request that is answered with events, and reads them; failures are errors of this client. */
export async function* openEvents(sender: Sender, call: Call): AsyncGenerator<EventSourceMessage, void> {
  const headers = { ...call.headers, Accept: 'text/event-stream' }
  const response = await sender.send({ ...call, headers }, async (opened) => opened)
  try {
    yield* readEvents(response, call.signal)
  } catch (error) {
    throw asClientError(error, call.signal)
  }
}

/** Reads the events of a response as they come. Leaving the loop early cancels the response, and so does the signal. */
export async function* readEvents({ body }: Response, signal?: AbortSignal) {
  if (body === null) return
  const texts = body.pipeThrough(new TextDecoderStream(), { signal })
  const reader = texts.pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    // Fails if the connection is already lost, which the reader has been told.
    await reader.cancel().catch(() => {})
  }
}
