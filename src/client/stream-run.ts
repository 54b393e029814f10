import { StrettoConnectionError, streamedError } from './errors.ts'
import type { EdgeEvent } from './events.ts'
import { openEvents } from './open-events.ts'
import type { Call, Sender } from './send.ts'

/** The events of a run on the edge API, up to its result. */
export async function* streamRun(sender: Sender, call: Call): AsyncGenerator<EdgeEvent, void> {
  for await (const { event, data } of openEvents(sender, call)) {
    if (event === 'error') throw streamedError(data)
    yield { type: event, data: JSON.parse(data) } as EdgeEvent
    if (event === 'result') return
  }
  throw new StrettoConnectionError('The stream ended before the result.')
}
