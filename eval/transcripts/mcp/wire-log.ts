import { EventEmitter, once } from 'node:events'

/** A transport of either client, as far as it is recorded. */
interface Transport {
  send: (...args: unknown[]) => unknown
  onmessage?: (message: object, ...rest: unknown[]) => void
}

/** Records what a client sends and gets, message by message, and lets others wait for what was got. */
export function createWireLog() {
  let lines: string[] = []
  const arrivals = new EventEmitter()
  const note = (arrow: string, message: unknown) => {
    lines.push(`${arrow} ${JSON.stringify(message)}`)
    arrivals.emit('line')
  }
  return {
    /** The same transport, recorded. */
    recorded<Recorded extends object>(transport: Recorded): Recorded {
      const wire = transport as unknown as Transport
      const send = wire.send.bind(wire)
      wire.send = (message, ...rest) => {
        note('→', message)
        return send(message, ...rest)
      }
      let receive: Transport['onmessage']
      // A client may pass a message on to the handler that was there before.
      const noted = new WeakSet<object>()
      Object.defineProperty(wire, 'onmessage', {
        get: () => receive,
        set(handler: Transport['onmessage']) {
          receive = (message, ...rest) => {
            if (!noted.has(message)) note('←', message)
            noted.add(message)
            handler?.(message, ...rest)
          }
        },
      })
      return transport
    },
    /** Waits until a text has been got or sent. */
    async seen(text: string): Promise<void> {
      while (!lines.some((line) => line.includes(text))) await once(arrivals, 'line')
    },
    /** Everything since it was last taken. */
    take(): string[] {
      const taken = lines
      lines = []
      return taken
    },
  }
}
