import { readEvents, type ServerEvent } from './read-events.ts'
import { asClientError, type Call, type Sender } from './send.ts'

/** Sends a request that is answered with events, and reads them; failures are errors of this client. */
export async function* openEvents(sender: Sender, call: Call): AsyncGenerator<ServerEvent, void> {
  const headers = { ...call.headers, Accept: 'text/event-stream' }
  const response = await sender.send({ ...call, headers }, async (opened) => opened)
  try {
    yield* readEvents(response, call.signal)
  } catch (error) {
    throw asClientError(error, call.signal)
  }
}
