import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { atEnd } from './clean-up.ts'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built program. */
const ENTRY = `${ROOT}bin/stretto.mjs`
const MANY = '1000000'

/** For attacks that do not test the rate limit, which would otherwise refuse most requests. */
export const WIDE_LIMITS = {
  RATE_LIMIT_PER_MINUTE: MANY,
  RATE_LIMIT_PER_HOUR: MANY,
  RATE_LIMIT_BURST: MANY,
}

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A process of the attack. */
export interface AttackProcess {
  pid: number
  /** Its output so far, stdout and stderr combined. */
  output(): string
  alive(): boolean
  /** Resolves when the process and everything that holds its output have ended. */
  gone: Promise<Ending>
  /** Resolves when the process has ended, even if others still hold its output. */
  exited: Promise<Ending>
  /** Ends it with a signal and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<Ending>
}

/** The service under attack. */
export interface Service extends AttackProcess {
  edge: string
  local: string
}

/** The result of a start: the service is listening, or it has ended. */
export type Start = { service: Service; ending: null } | { service: null; ending: Ending; output: string }

interface SpawnOptions {
  environment?: Record<string, string>
  cwd?: string
  /** Start it in a separate process group, which is ended as a whole. */
  group?: boolean
}

/** Starts a command as a process that does not outlive the attack. */
export function startProcess(command: string[], options: SpawnOptions = {}): AttackProcess {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    // Not in the project folder, so that no .env file of a developer is read.
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.group ?? false,
  })
  const written: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text) => written.push(text))
  child.stderr.setEncoding('utf8').on('data', (text) => written.push(text))
  let ended = false
  const gone = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    // Not “exit”: only on “close” has all output been read.
    child.once('close', (code, signal) => {
      ended = true
      resolve({ code, signal })
    })
  })
  const exited = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const pid = child.pid ?? 0
  atEnd(() => {
    if (options.group && pid > 0) killGroup(pid)
    else if (!ended) child.kill('SIGKILL')
  })
  return {
    pid,
    output: () => written.join(''),
    alive: () => !ended,
    gone,
    exited,
    end(signal) {
      child.kill(signal)
      return gone
    },
  }
}

/** Ends what is left of a process group that the attack started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left.
  }
}

/** Starts the built service on free ports; its result can be awaited or not. */
export function spawnService(
  environment: Record<string, string>,
  { before = [] }: { before?: string[] } = {},
): { process: AttackProcess; start: Promise<Start> } {
  // The same heap setting as `npm start`.
  const command = [...before, process.execPath, '--heap-growing-percent=40', ENTRY]
  const child = startProcess(command, { environment: { EDGE_PORT: '0', LOCAL_PORT: '0', ...environment } })
  return { process: child, start: startOf(child) }
}

async function startOf(child: AttackProcess): Promise<Start> {
  const line = await lineOf(child, '"msg":"listening"')
  if (line === null) return { service: null, ending: await child.gone, output: child.output() }
  const { edge_port, local_port } = JSON.parse(line)
  const service = {
    ...child,
    edge: `http://127.0.0.1:${edge_port}`,
    local: `http://127.0.0.1:${local_port}`,
  }
  return { service, ending: null }
}

/** Starts the built service and waits until it listens. */
export async function startService(environment: Record<string, string>): Promise<Service> {
  const start = await spawnService(environment).start
  if (start.service !== null) return start.service
  throw new Error(`The service ended with code ${start.ending.code}:\n${start.output}`)
}

/** Waits for a line of output that contains a text; null if the process ends without one. */
export async function lineOf(
  { output, alive }: Pick<AttackProcess, 'output' | 'alive'>,
  text: string,
): Promise<string | null> {
  while (true) {
    const found = output()
      .split('\n')
      .slice(0, -1)
      .find((line) => line.includes(text))
    if (found !== undefined) return found
    if (!alive()) return null
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
