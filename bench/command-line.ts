import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './percentile.ts'

const ROUNDS = 15
const MOST_MS = 300

/**
 * How long `stretto --help` takes, which every completion of a shell and every typing error waits for, beside Node.js doing
 * nothing. Both take turns, so that what else the machine does meets both alike.
 */
export async function benchCommandLine(): Promise<string[]> {
  const nothing: number[] = []
  const help: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    nothing.push(timeOf(['-e', '0']))
    help.push(timeOf(['bin/stretto.mjs', '--help']))
  }
  const [bare, shown] = [percentile(nothing, 0.5), percentile(help, 0.5)]
  const verdict = shown < MOST_MS ? 'under' : 'NOT under'
  return [
    `stretto --help: ${shown.toFixed(0)} ms (median of ${ROUNDS}), ${verdict} ${MOST_MS} ms; the fastest ${percentile(help, 0).toFixed(0)} ms`,
    `node -e 0: ${bare.toFixed(0)} ms; the command line takes ${(shown / bare).toFixed(2)} times as long`,
    askLine(),
  ]
}

/** What a question costs that no running service answers: processor time, which other work of the machine prolongs least. */
function askLine(): string {
  const nothing: number[] = []
  const asked: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'stretto-bench-'))
    nothing.push(processorTimeOf(['-e', '0'], folder))
    asked.push(processorTimeOf(['bin/stretto.mjs', 'ask', 'What is 2+2?'], folder))
    rmSync(folder, { recursive: true })
  }
  const [bare, ask] = [percentile(nothing, 0.5), percentile(asked, 0.5)]
  return `stretto ask, without a service: ${ask.toFixed(0)} ms of processor time, ${(ask / bare).toFixed(1)} times that of node -e 0 (${bare.toFixed(0)} ms)`
}

const AT_EXIT =
  'process.on("exit",()=>{const{user,system}=process.cpuUsage();process._rawDebug((user+system)/1000)})'

function processorTimeOf(args: string[], folder: string): number {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${AT_EXIT}`, ...args],
    { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: folder, ROUTER: 'offline' } },
  )
  if (status !== 0) throw new Error(stderr)
  return Number(stderr.trim().split('\n').at(-1))
}

function timeOf(args: string[]): number {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - startedAt
}
