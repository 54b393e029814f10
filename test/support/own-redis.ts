import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** A Redis server of one test, which it may stop, suspend and start again on the same port. */
export interface OwnRedis {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  suspend(): void
  resume(): void
}

/** Prepares a server on a free port of this machine; further lines of its configuration may be given. */
export async function ownRedis(configure: (port: number) => string[] = listenOn): Promise<OwnRedis> {
  const port = await freePort()
  let server: ChildProcess | null = null
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      server = spawn('redis-server', ['-'], { stdio: ['pipe', 'pipe', 'inherit'] })
      server.stdin!.end(['bind 127.0.0.1', 'save ""', 'appendonly no', ...configure(port)].join('\n'))
      for await (const line of createInterface({ input: server.stdout! }))
        if (line.includes('Ready to accept connections')) break
      server.stdout!.resume()
    },
    async stop() {
      if (server === null || server.exitCode !== null || server.signalCode !== null) return
      // Also ends a suspended process.
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    suspend: () => void server!.kill('SIGSTOP'),
    resume: () => void server!.kill('SIGCONT'),
  }
}

const listenOn = (port: number) => [`port ${port}`]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
