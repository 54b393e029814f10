import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

/** A server under measurement, in its own process and, if the system allows it, on its own core. */
export interface MeasuredProcess {
  child: ChildProcess
  line: Record<string, number>
  readyMs: number
  end(): Promise<void>
}

/** The service as `npm start` runs it, without the set-up. */
export const SERVICE = ['bin/stretto.mjs']

/** Starts a script on a core, or on any where it is null, and waits for the JSON line that says it is listening. */
export function startMeasured(
  script: string[],
  environment: Record<string, string> = {},
  core: number | null = 0,
): Promise<MeasuredProcess> {
  const startedAt = performance.now()
  const pinned =
    core !== null && process.platform === 'linux'
      ? ['taskset', '-c', String(core), process.execPath]
      : [process.execPath]
  const [command = '', ...args] = [...pinned, ...script]
  const child = spawn(command, args, {
    env: { ...process.env, EDGE_PORT: '0', LOCAL_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${script.join(' ')} ended with exit code ${code}.`)))
    const lines = createInterface({ input: child.stdout! })
    lines.on('line', (text) => {
      if (!text.includes('"listening"')) return
      // From here on the logs are discarded unread, because reading them would slow down the load itself.
      lines.close()
      child.stdout?.resume()
      resolve({
        child,
        line: JSON.parse(text),
        readyMs: performance.now() - startedAt,
        end: () =>
          new Promise((ended) => {
            child.once('exit', () => ended())
            child.kill('SIGTERM')
          }),
      })
    })
  })
}

/** What a module loaded into a process, such as turn-times.mjs, writes to its file when it is told to. */
export async function writtenBy<Written>({ child }: MeasuredProcess, file: string): Promise<Written> {
  rmSync(file, { force: true })
  child.kill('SIGUSR2')
  while (!existsSync(file)) await pause(20)
  return JSON.parse(readFileSync(file, 'utf8')) as Written
}
