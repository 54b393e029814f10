import type { Server } from 'node:http'
import { type ServerType, serve } from '@hono/node-server'

interface Listening {
  port: number
  /** Takes no more connections and ends once those under way are answered. */
  close(): Promise<void>
  /** Cuts what is still open. */
  cut(): void
}

/** Listens with an app on an address; rejects with a sentence for people when it cannot. */
export function listen(
  app: { fetch: Parameters<typeof serve>[0]['fetch'] },
  { host, port, variable }: { host: string; port: number; variable: string },
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, hostname: host, port }, (address) => {
      resolve({
        port: address.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            ;(server as Server).closeIdleConnections()
          }),
        cut: () => (server as Server).closeAllConnections(),
      })
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is in use. Stop what uses it, or set ${variable} to another port.`
          : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new Error(why, { cause: error }))
    })
  })
}
