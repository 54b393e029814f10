import { readEvents } from '../../src/client/streams.ts'

/** A server-sent event. */
export interface ServerEvent {
  event: string
  id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it field by field
  data: any
}

/** Reads the events of a response as they come, until the stream ends. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent, void> {
  for await (const { event = 'message', id = null, data } of readEvents(response))
    yield { event, id, data: JSON.parse(data) }
}

/** All events of a response, once it has ended. */
export async function allEventsOf(response: Response): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

/** Reads a stream as text, comments included, as far as a test wants. */
export function readText(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async until(mark: string): Promise<void> {
      while (!text.includes(mark)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`The stream ended without ${mark}: ${text}`)
        text += value
      }
    },
    async toEnd(): Promise<string> {
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
      return text
    },
    soFar: () => text,
    leave: () => reader.cancel(),
  }
}
