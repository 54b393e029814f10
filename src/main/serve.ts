import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { StartError } from '../contract/start-error.ts'
import { createDraining, type Draining } from './draining.ts'
import {
  refuseExpectation,
  refuseToConnect,
  refuseUnreadable,
  refuseWithoutHost,
  responseToFault,
} from './refusals.ts'

interface Listening extends Pick<Draining, 'drain' | 'cut'> {
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
    const inTurn = oneAtATime()
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      draining.track(request, response)
      inTurn(request, response, () => {
        if (!refuseWithoutHost(request, response)) void answer(request, response)
      })
    })
    const draining = createDraining(server)
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

/**
 * Handles the requests of a connection one after another. Responses are sent in that order anyway, and a thousand
 * pipelined requests in one packet would otherwise all be processed in one turn of the event loop.
 */
function oneAtATime() {
  const lastOn = new WeakMap<Socket, ServerResponse>()
  return ({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void => {
    const before = lastOn.get(socket)
    lastOn.set(socket, response)
    if (before === undefined || before.closed) begin()
    else before.once('close', () => (socket.destroyed ? undefined : begin()))
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
