// `npm run check`: runs all static checks of the source, in parallel on all cores, and reports each result.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { setUp } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tool = (path) => [`${root}node_modules/${path}`]
const script = (path) => [...tool('tsx/dist/cli.mjs'), `${root}${path}`]

/** The slowest first, so that none runs alone at the end. */
const CHECKS = [
  // What was found is kept, so that a second run reads only what has changed.
  [
    'types',
    [
      // Three times as fast as the version that other tools need for its programming interface.
      ...tool('typescript-7/bin/tsc'),
      ...['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/check/types.tsbuildinfo'],
    ],
  ],
  ['axioms', script('axioms/check.ts')],
  ['OpenAPI documents', script('scripts/check-openapi.ts')],
  ['deployment', script('scripts/check-deployment.ts')],
  [
    'layers',
    [
      ...tool('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['src', 'playground', 'eval', 'bench', 'attack', 'axioms', 'scripts', 'test'],
      ...['--config', '.dependency-cruiser.cjs'],
    ],
  ],
  ['lint and format', [...tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  ['size of the house', script('scripts/check-house.ts')],
  ['unused code', tool('knip/bin/knip.js')],
  ['regular expressions', script('scripts/check-expressions.ts')],
  ['file sizes', [`${root}scripts/check-file-sizes.mjs`]],
]

/** Runs a check, prints all its output at once, and returns whether it passed. */
async function passes([name, args]) {
  const started = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [said, complained, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`\n— ${name} (${seconds} s)\n${said}${complained}`)
  return status === 0
}

const waiting = [...CHECKS]
const failed = []
async function work() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
    if (!(await passes(check))) failed.push(check[0])
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
// Alone, because it measures; it runs the built service.
setUp({ build: true })
waiting.push(['speed', [...script('bench/run.ts'), '--quick', '--check']])
await work()
process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
