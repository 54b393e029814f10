import { spawnSync } from 'node:child_process'
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
  ]
}

function timeOf(args: string[]): number {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - startedAt
}
