import { createServer } from 'node:net'
import type { Settings } from '../../config/settings.ts'
import { SERVICE_NAME } from '../../contract/versions.ts'
import { bad, type Finding, good } from './finding.ts'

const ANSWER_WITHIN_MS = 2_000
/** An address to listen on that is none to call. */
const ANYWHERE: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

interface CheckedPort {
  finding: Finding
  /** Whether a Stretto listens there. */
  isOurs: boolean
}

/** Whether the ports of both APIs are free, or used by a service that is running. */
export function checkPorts({ HOST, EDGE_PORT, LOCAL_PORT }: Settings): Promise<CheckedPort[]> {
  return Promise.all([checkPort(HOST, EDGE_PORT, 'EDGE_PORT'), checkPort(HOST, LOCAL_PORT, 'LOCAL_PORT')])
}

async function checkPort(host: string, port: number, variable: string): Promise<CheckedPort> {
  const problem = await listening(host, port)
  const others = (finding: Finding) => ({ finding, isOurs: false })
  if (problem === null) {
    const which = port === 0 ? `${variable}: any free port is taken` : `Port ${port} (${variable}) is free`
    return others(good(`${which}.`))
  }
  if (problem !== 'EADDRINUSE')
    return others(
      bad(`Port ${port} on ${host} cannot be used (${problem}). Set HOST and ${variable} to others.`),
    )
  const name = ANYWHERE[host] ?? (host.includes(':') ? `[${host}]` : host)
  const health = await healthAt(`http://${name}:${port}`)
  if (health?.service !== SERVICE_NAME)
    return others(
      bad(`Port ${port} is used by another program. Stop it, or set ${variable} to another port.`),
    )
  const { version, problems = [] } = health
  const finding =
    problems.length === 0
      ? good(`Port ${port} (${variable}): Stretto ${version} is running there.`)
      : bad(`Port ${port} (${variable}): Stretto ${version} is running there, with problems:`, problems)
  return { finding, isOurs: true }
}

/** The code of the error when listening on a port; null when it can be listened on. */
function listening(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

async function healthAt(
  address: string,
): Promise<{ service?: string; version?: string; problems?: string[] } | null> {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return (await response.json()) as { service?: string }
  } catch {
    // Whatever it is, it is not ours.
    return null
  }
}
