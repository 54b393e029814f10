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
  const lines = createLineSplitter()
  const events = createEventReader()
  try {
    while (true) {
      signal?.throwIfAborted()
      const { value, done } = await reader.read()
      signal?.throwIfAborted()
      // An event that is not complete when the stream ends is dropped, as the standard says.
      if (done) return
      for (const line of lines(value)) {
        const event = events(line)
        if (event !== null) yield event
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    await cancel()
  }
}

/** Splits a stream of bytes into lines, which may end with CR, LF or both, wherever the bytes are cut. */
function createLineSplitter(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder()
  let rest = ''
  return (bytes) => {
    const text = rest + decoder.decode(bytes, { stream: true })
    // The LF of a final CR may still be on its way.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\r|\n/)
    rest = lines.pop() + text.slice(end)
    return lines
  }
}

/** Collects lines into events. */
function createEventReader(): (line: string) => ServerEvent | null {
  let event = 'message'
  let id: string | null = null
  let data: string[] = []
  return (line) => {
    if (line === '') {
      const complete = data.length === 0 ? null : { event, id, data: data.join('\n') }
      event = 'message'
      data = []
      return complete
    }
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') event = value
    else if (name === 'id') id = value
    else if (name === 'data') data.push(value)
    return null
  }
}
