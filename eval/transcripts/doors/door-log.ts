import { EventEmitter, once } from 'node:events'

/** What the service sent in a stream, block by block, or what its models did meanwhile. */
export interface LogEntry {
  by: 'service' | 'models'
  text: string
}

interface FetchApp {
  // biome-ignore lint/suspicious/noExplicitAny: what the server hands over besides the request is passed on
  fetch: (request: Request, ...rest: any[]) => Response | Promise<Response>
}

/**
 * Records what happens at a door, in order. The scripted models wait for what they see there, so that the order is the
 * same in every run.
 */
export function createDoorLog() {
  let entries: LogEntry[] = []
  const arrivals = new EventEmitter()

  function record(block: string): void {
    entries.push({ by: 'service', text: block })
    arrivals.emit('block')
  }

  return {
    /** Says what the models do. */
    note: (text: string) => void entries.push({ by: 'models', text }),
    /** Waits until the service has sent a text this often since the log was last taken. */
    async seen(text: string, times = 1): Promise<void> {
      const blocks = () => entries.filter((entry) => entry.by === 'service' && entry.text.includes(text))
      while (blocks().length < times) await once(arrivals, 'block')
    },
    /** The same app, with its streams recorded as they are sent. */
    recorded: ({ fetch }: FetchApp): FetchApp => ({
      async fetch(request, ...rest) {
        const response = await fetch(request, ...rest)
        const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
        return isStream ? new Response(response.body!.pipeThrough(recorder(record)), response) : response
      },
    }),
    /** Everything since it was last taken. */
    take(): LogEntry[] {
      const taken = entries
      entries = []
      return taken
    },
  }
}

function recorder(record: (block: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let text = ''
  return new TransformStream({
    transform(chunk, controller) {
      const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) record(block)
      controller.enqueue(chunk)
    },
  })
}
