/** A server-sent event. */
export interface ServerEvent {
  event: string
  id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it field by field
  data: any
}

/** Reads the events of a response as they come, until the stream ends. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent, void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      buffer += value
      const blocks = buffer.split('\n\n')
      buffer = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? null
        const data = field('data')
        if (data !== null)
          yield { event: field('event') ?? 'message', id: field('id'), data: JSON.parse(data) }
      }
    }
  } finally {
    await reader.cancel()
  }
}

/** All events of a response, once it has ended. */
export async function allEventsOf(response: Response): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}
