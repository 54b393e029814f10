import type { Server } from 'node:http'
import { type ServerType, serve } from '@hono/node-server'
import { StartError } from '../config/start-error.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'

interface Listening {
  port: number
  /** Takes no more connections and ends once those under way are answered. */
  close(): Promise<void>
  /** Cuts what is still open. */
  cut(): void
}

interface Address {
  host: string
  port: number
  /** The variable that sets the port. */
  variable: string
}

/** Listens with an app on an address; rejects with a sentence for people when it cannot. */
export function listen(
  app: { fetch: Parameters<typeof serve>[0]['fetch'] },
  address: Address,
  onConnection: () => void = () => {},
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const { host, port } = address
    const server: ServerType = serve({ fetch: app.fetch, hostname: host, port }, (bound) => {
      resolve({
        port: bound.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            ;(server as Server).closeIdleConnections()
          }),
        cut: () => (server as Server).closeAllConnections(),
      })
    })
    // For as long as it lives: a failed accept would end the process where nobody listens.
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(reasonOf(error, address), { cause: error }))
    })
    ;(server as Server).on('clientError', refuseUnreadable)
    server.on('connection', onConnection)
  })
}

function reasonOf({ code, message }: NodeJS.ErrnoException, { host, port, variable }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop what uses it, or set ${variable} to another port.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${variable} to a port from 1024 on, for example ${variable}=8787`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is no address of this machine. Set it to one that is, for example HOST=127.0.0.1`
    default:
      return `Cannot listen on ${host}:${port}: ${message}. Set HOST and ${variable} to an address that can be used.`
  }
}
