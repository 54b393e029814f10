import { createParser } from 'eventsource-parser'

/** A server-sent event as it came over the wire. */
export interface ServerEvent {
  event: string
  /** The last id that the stream has told so far; null before any. */
  id: string | null
  data: string
}

/** Reads the events of a response as they come. Leaving the loop early cancels the response, and so does the signal. */
export async function* readEvents(
  response: Response,
  signal?: AbortSignal,
): AsyncGenerator<ServerEvent, void> {
  if (response.body === null) return
  const reader = response.body.getReader()
  // Fails if the connection is already lost, which the reader has been told.
  const cancel = () => reader.cancel().catch(() => {})
  signal?.addEventListener('abort', cancel, { once: true })
  const arrived: ServerEvent[] = []
  let lastId: string | null = null
  const parser = createParser({
    onEvent({ event = 'message', id, data }) {
      lastId = id ?? lastId
      arrived.push({ event, id: lastId, data })
    },
  })
  const decoder = new TextDecoder()
  try {
    while (true) {
      signal?.throwIfAborted()
      const { value, done } = await reader.read()
      signal?.throwIfAborted()
      // An event that is not complete when the stream ends is dropped, as the standard says.
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    await cancel()
  }
}
