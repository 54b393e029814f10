import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'

/** The server stops listening after this long without new requests, so that requests on their way are still answered. */
const QUIET_MS = 500

/** The server stops listening after this time even if requests keep arriving. */
const LONGEST_DRAIN_MS = 5_000

/**
 * Stops a server without resetting connections that were made before. Closing a listening socket resets the connections
 * queued on it, and closing a connection resets a request that is on its way. So the server keeps accepting requests,
 * which are refused with 503, until none has arrived for a while. Every response from then on closes its connection.
 */
export function createDraining(server: Server) {
  const connections = new Set<Socket>()
  const answering = new Set<ServerResponse>()
  let arrivals = 0
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    arrivals++
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  async function untilQuiet(): Promise<void> {
    const deadline = performance.now() + LONGEST_DRAIN_MS
    let known: number
    do {
      known = arrivals
      await pause(QUIET_MS)
      // Time alone is not enough: a busy event loop accepts pending connections only in its next turns.
      for (let turns = 0; turns < 3; turns++) await turn()
    } while (arrivals !== known && performance.now() < deadline)
  }

  return {
    /** Notes that a request arrived. */
    noteArrival(): void {
      arrivals++
    },
    /** Tracks a request whose turn it is. */
    track(request: IncomingMessage, response: ServerResponse): void {
      answering.add(response)
      if (isDraining) response.shouldKeepAlive = false
      response.once('close', () => {
        answering.delete(response)
        // If the headers were already sent, they promised to keep the connection open.
        if (isDraining) request.socket.destroySoon()
      })
    },
    /** Waits until no new requests arrive, then stops listening; resolves when every connection is closed. */
    async drain(): Promise<void> {
      isDraining = true
      for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
      await untilQuiet()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const busy = new Set([...answering].map(({ req }) => req.socket))
      for (const socket of connections) if (!busy.has(socket)) socket.destroy()
      await closed
    },
    /** Stops listening and closes every connection at once. */
    cut(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
