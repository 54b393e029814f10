import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the service listens unless told otherwise; programs are shown with this address. */
export const USUAL_ORIGIN = 'http://localhost:8787'

/** The text of a program of this folder, as it is shown and run. */
export function programNamed(name: string): string {
  return readFileSync(new URL(`programs/${name}`, import.meta.url), 'utf8').trimEnd()
}

/** Runs a program against a service and returns what it printed. */
export function runProgram(program: string, origin: string): Promise<string> {
  const code = program.replaceAll(USUAL_ORIGIN, origin)
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    // Where the packages are that it imports.
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  const faults: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text) => printed.push(text))
  child.stderr.setEncoding('utf8').on('data', (text) => faults.push(text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(printed.join('').trimEnd())
      else reject(new Error(`The program ended with code ${code}:\n${faults.join('')}`))
    })
  })
}
