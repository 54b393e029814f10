import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'

/** For how long nothing may have come in before the door is shut: callers who were on their way are answered. */
const QUIET_MS = 500

/** However many go on coming, the door is shut after this time. */
const LAST_CALL_MS = 5_000

/** Shuts a server without resetting anyone who came before that. */
export interface Draining {
  /** Minds a request that came in. */
  mind(request: IncomingMessage, response: ServerResponse): void
  /** Waits until nothing more comes in, then stops listening; ends when every connection has. */
  drain(): Promise<void>
  /** Stops listening and cuts every connection. */
  cut(): void
}

/**
 * Closing a listening socket resets the connections that wait in it, and closing a connection resets the request that
 * is on its way. So the server goes on accepting, and whoever answers tells callers to come back, until nothing
 * has come for a while; every answer from then on closes its connection.
 */
export function createDraining(server: Server): Draining {
  const connections = new Set<Socket>()
  const answering = new Set<ServerResponse>()
  let news = 0
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    news++
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  async function untilQuiet(): Promise<void> {
    const lastCall = performance.now() + LAST_CALL_MS
    let known: number
    do {
      known = news
      await pause(QUIET_MS)
      // The clock alone says little: a busy loop takes in what has come only in its next turns.
      for (let turns = 0; turns < 3; turns++) await turn()
    } while (news !== known && performance.now() < lastCall)
  }

  return {
    mind(request, response) {
      news++
      answering.add(response)
      if (isDraining) response.shouldKeepAlive = false
      response.once('close', () => {
        answering.delete(response)
        // One whose headers were sent before still promised to keep the connection.
        if (isDraining) request.socket.destroySoon()
      })
    },
    async drain() {
      isDraining = true
      for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
      await untilQuiet()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const busy = new Set([...answering].map(({ req }) => req.socket))
      for (const socket of connections) if (!busy.has(socket)) socket.destroy()
      await closed
    },
    cut() {
      server.close()
      server.closeAllConnections()
    },
  }
}
