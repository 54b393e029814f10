import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { fewAtATime } from '../adapters/scheduling/fair-turns.ts'
import { StartError } from '../contract/start-error.ts'
import { createDraining } from './draining.ts'
import {
  refuseExpectation,
  refuseToConnect,
  refuseUnreadable,
  refuseWithoutHost,
  responseToFault,
} from './refusals.ts'

interface Listening extends Pick<ReturnType<typeof createDraining>, 'drain' | 'cut'> {
  port: number
}

interface Address {
  host: string
  port: number
  /** The environment variable that sets the port. */
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
      draining.noteArrival()
      inTurn(request, response, () => {
        draining.track(request, response)
        if (refuseWithoutHost(request, response)) return
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
      reject(new StartError(reasonOf(error, address), { cause: error }))
      if (server.listening) onFault(error)
    })
    server.listen(port, host, () => {
      const bound = server.address() as AddressInfo
      resolve({ port: bound.port, drain: draining.drain, cut: draining.cut })
    })
  })
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
