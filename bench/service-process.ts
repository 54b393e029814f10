import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

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
