import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The built service, running as a process of its own. */
export interface RunningService {
  process: ChildProcess
  edge: string
  local: string
  /** What it has written so far, logs and announcements together. */
  output: () => string
  /** Ends it with a signal and waits until it is gone; returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** The built program. */
export const ENTRY = fileURLToPath(new URL('../../bin/stretto.mjs', import.meta.url))

/** Free ports; and requests may wait, because a machine with others to serve is not what most tests are about. */
const ROOMY = { EDGE_PORT: '0', LOCAL_PORT: '0', REQUEST_WAIT_MS: '3600000' }

/** Starts the service on free ports and waits until it listens. */
export async function startService(environment: Record<string, string>): Promise<RunningService> {
  const child = spawn(process.execPath, [ENTRY], {
    // Away from the project's folder, so that no .env of a developer is read.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...ROOMY, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ports = await new Promise<{ edge_port: number; local_port: number }>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => written.push(line))
    createInterface({ input: child.stdout }).on('line', (line) => {
      written.push(line)
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line))
    })
    gone.then((code) => reject(new Error(`The service ended with code ${code}:\n${written.join('\n')}`)))
  })
  return {
    process: child,
    edge: `http://127.0.0.1:${ports.edge_port}`,
    local: `http://127.0.0.1:${ports.local_port}`,
    output: () => written.join('\n'),
    end(signal) {
      child.kill(signal)
      return gone
    },
  }
}
