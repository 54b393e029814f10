import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { unusableAddress } from '../../src/main/serve.ts'

/** workerd closes connections that are idle for five seconds; a request must not be sent on one that is being closed. */
const IDLE_MS = 3_000

const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })

interface Address {
  host: string
  port: number
  /** The setting that names the port. */
  variable: string
}

/**
 * Listens in the place of the platform: passes requests on to a port of workerd, with the address of the caller in the
 * header in which the platform states it. What a caller or the worker breaks off is broken off for the other as well.
 */
export function openFront(
  address: Address,
  target: () => Promise<URL>,
  added: Record<string, string> = {},
): Promise<Server> {
  const server = createServer((asked, response) => {
    target().then(
      (url) => passOn(asked, response, { url, added }),
      () => response.destroy(),
    )
  })
  // Deliberations take minutes; the worker has limits of its own.
  server.requestTimeout = 0
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(unusableAddress(error, address)))
    server.listen(address.port, address.host, () => resolve(server))
  })
}

function passOn(
  asked: IncomingMessage,
  response: ServerResponse,
  { url, added }: { url: URL; added: Record<string, string> },
): void {
  const { hostname, port } = url
  const { method, url: path, headers, socket } = asked
  const passed = request({
    agent,
    hostname,
    port,
    method,
    path,
    headers: { ...headers, 'cf-connecting-ip': socket.remoteAddress, ...added },
  })
  passed.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  passed.on('error', () => response.destroy())
  asked.on('error', () => passed.destroy())
  response.on('close', () => {
    if (response.writableFinished) return
    // workerd notices at once that a connection was reset; one that was only closed, not before it writes.
    passed.socket?.resetAndDestroy()
    passed.destroy()
  })
  asked.pipe(passed)
}
