import { type ClientRequest, createServer, request as forward } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy under a path of its own, whose connections can be lost. */
export interface CuttingProxy {
  /** The address that stands for the root of the service. */
  url: string
  /** Loses all connections to the browser, or those to the service too; if not, it does not notice at once. */
  lose(which: 'browser' | 'both'): void
  /** Refuses new connections from now on, or accepts them again. */
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

/** Starts a proxy that removes its path before it passes requests on, as one in front of several services does. */
export async function startCuttingProxy(target: string, path = '/tools/stretto'): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  const under = new Set<ClientRequest>()
  let isRefusing = false
  const server = createServer((request, response) => {
    if (request.url?.startsWith(`${path}/`) !== true) return void response.writeHead(404).end()
    const { method, headers } = request
    const passed = forward(`${target}${request.url.slice(path.length)}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    under.add(passed)
    passed.on('close', () => under.delete(passed))
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.on('connection', (socket) => {
    if (isRefusing) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    lose(which) {
      for (const socket of sockets) socket.destroy()
      if (which === 'both') for (const passed of under) passed.destroy()
    },
    refuse(refusing) {
      isRefusing = refusing
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
