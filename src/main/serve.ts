import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { fewAtATime } from '../adapters/scheduling/fair-turns.ts'
import { StartError } from '../contract/start-error.ts'
import {
  refuseExpectation,
  refuseToConnect,
  refuseUnreadable,
  refuseWithoutHost,
  responseToFault,
} from './refusals.ts'

type Listening = ReturnType<typeof createDraining> & { port: number }

interface Address {
  host: string
  port: number
  variable: string
}

interface Watching {
  onConnection?: () => void
  /** Called with errors while listening, such as a connection that cannot be accepted. */
  onFault?: (error: Error) => void
}

/** Starts listening; rejects with a message for the operator when it cannot. */
export function listen(
  app: { fetch: Parameters<typeof getRequestListener>[0] },
  address: Address,
  { onConnection = () => {}, onFault = () => {} }: Watching = {},
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const { host, port } = address
    const answer = getRequestListener(app.fetch, { hostname: host, errorHandler: responseToFault })
    // A request without a Host is answered here, because the server itself would respond without a body.
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      inTurn(request, response, () => {
        draining.track(request, response)
        if (!hasHost(request)) return refuseWithoutHost(response)
        begin(() => {
          // The caller may have left while the request waited.
          if (!response.destroyed) void answer(request, response)
        })
      })
    })
    const draining = createDraining(server)
    const inTurn = oneAtATime(server)
    const begin = fewAtATime()
    server.on('checkExpectation', refuseExpectation)
    server.on('connect', refuseToConnect)
    server.on('clientError', refuseUnreadable)
    server.on('connection', onConnection)
    // For as long as the server lives: an unhandled accept error would end the process.
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(unusableAddress(error, address))
      if (server.listening) onFault(error)
    })
    server.listen(port, host, () => {
      resolve({ ...draining, port: (server.address() as AddressInfo).port })
    })
  })
}

/** Whether a request has exactly one Host header, as HTTP/1.1 requires. */
function hasHost({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return (hosts === 1 && headers.host !== '') || (hosts === 0 && httpVersion === '1.0')
}

/** The server stops listening after this long without new requests, so that requests on their way are still answered. */
const QUIET_MS = 500

/** The server stops listening after this time even if requests keep arriving. */
const LONGEST_DRAIN_MS = 5_000

/**
 * Stops a server without resetting connections that were made before. Closing a listening socket resets the connections
 * queued on it, and closing a connection resets a request that is on its way. So the server keeps accepting requests,
 * which are refused with 503, until none has arrived for a while. Every response from then on closes its connection.
 */
function createDraining(server: Server) {
  const connections = new Set<Socket>()
  const answering = new Set<ServerResponse>()
  let arrivals = 0
  let isDraining = false
  server.on('request', () => arrivals++)
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
    cut(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** How many requests of a connection may wait before no more are read. */
const MOST_WAITING = 64

/**
 * Handles the requests of a connection one after another. Responses are sent in that order anyway, and a thousand
 * pipelined requests in one packet would otherwise all be processed in one turn of the event loop. What waits when the
 * caller leaves is forgotten with the connection.
 */
function oneAtATime(server: Server) {
  const waitingOn = new WeakMap<Socket, Array<() => void>>()
  const isFull = (socket: Socket) => (waitingOn.get(socket)?.length ?? 0) >= MOST_WAITING
  server.on('connection', (socket: Socket) => {
    // The server resumes a connection after every request that it has read.
    socket.on('resume', () => isFull(socket) && socket.pause())
  })

  return ({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void => {
    const start = () => {
      response.once('close', next)
      begin()
    }
    const next = () => {
      const following = waitingOn.get(socket)?.shift()
      if (following === undefined || socket.destroyed) waitingOn.delete(socket)
      else following()
      if (!isFull(socket)) socket.resume()
    }
    const waiting = waitingOn.get(socket)
    if (waiting === undefined) {
      waitingOn.set(socket, [])
      start()
    } else {
      waiting.push(start)
      if (isFull(socket)) socket.pause()
    }
  }
}

/** The error for an address that cannot be listened on, and what to do. */
export function unusableAddress(error: NodeJS.ErrnoException, address: Address): StartError {
  return new StartError(reasonOf(error, address), { cause: error })
}

function reasonOf({ code, message }: NodeJS.ErrnoException, { host, port, variable }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the process that uses it, or set ${variable} to another port.`
    case 'EACCES':
      return `This user is not allowed to listen on port ${port}. Set ${variable} to 1024 or higher, for example ${variable}=8787`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine. Set it to one, for example HOST=127.0.0.1`
    default:
      return `Cannot listen on ${host}:${port}: ${message}. Set HOST and ${variable} to a usable address.`
  }
}
