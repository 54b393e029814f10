// Prepares a fresh clone: installs from the lockfile and builds, each only if its inputs have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const SOURCE = /(?<!\.test)\.(?:tsx?|mjs|py|css|html|svg|jsonl)$/

/** The scripts that build. */
export const BUILDERS = [
  'scripts/build.mjs',
  'scripts/build-docs.mjs',
  'scripts/build-playground.mjs',
  'scripts/prepare-axioms.ts',
]

function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function fingerprint(files) {
  const hash = createHash('sha256').update(
    [process.version.split('.')[0], process.platform, process.arch].join(),
  )
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function unlessCurrent({ stamp, files, product, what, command }) {
  const stampFile = join(root, stamp)
  const current = fingerprint(files)
  if (existsSync(join(root, product)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === current)
    return
  process.stderr.write(`stretto: ${what} …\n`)
  // Set-up writes to stderr, so that the stdout of the command stays clean.
  const outcome = spawnSync(process.execPath, command(), { cwd: root, stdio: ['ignore', 2, 2] })
  if (outcome.status !== 0) {
    process.stderr.write(`stretto: ${what} failed; see its output above.\n`)
    process.exit(outcome.status ?? 1)
  }
  mkdirSync(join(stampFile, '..'), { recursive: true })
  writeFileSync(stampFile, current)
}

/** The script of the npm that runs this, or of the one bundled with Node. */
function npm() {
  const beside = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
  const above = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const found = [process.env.npm_execpath, beside, above].find(
    (file) => file?.endsWith('.js') && existsSync(file),
  )
  if (found === undefined) {
    process.stderr.write('stretto: npm was not found. Run “npm ci” and start again.\n')
    process.exit(1)
  }
  return found
}

export function setUp({ build, declarations = false, worker = false }) {
  unlessCurrent({
    stamp: 'node_modules/.stretto-installed',
    files: [join(root, 'package-lock.json')],
    product: 'node_modules',
    what: 'installing dependencies from the lockfile',
    command: () => [npm(), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
  })
  if (!build) return
  const sources = [...filesUnder('src'), join(root, 'package-lock.json'), join(root, 'package.json')]
  const builders = BUILDERS.map((file) => join(root, file))
  const model = join(root, 'models/embedding/model.json')
  unlessCurrent({
    stamp: 'dist/.stretto-built',
    files: [...sources, ...filesUnder('playground'), ...filesUnder('axioms/statements'), model, ...builders],
    // What it writes last.
    product: 'dist/axioms.bin',
    what: 'building',
    command: () => [join(root, 'scripts/build.mjs')],
  })
  if (declarations)
    unlessCurrent({
      stamp: 'dist/.stretto-declared',
      files: [...sources, join(root, 'scripts/build-declarations.mjs')],
      product: 'dist/engine.d.ts',
      what: 'writing the declarations of the library',
      command: () => [join(root, 'scripts/build-declarations.mjs')],
    })
  if (worker) setUpWorker(sources)
}

/** Installs what runs a worker on this machine, and builds the worker. */
function setUpWorker(sources) {
  unlessCurrent({
    stamp: 'deploy/cloudflare/node_modules/.stretto-installed',
    files: [join(root, 'deploy/cloudflare/package-lock.json')],
    product: 'deploy/cloudflare/node_modules',
    what: 'installing miniflare, which runs workers on this machine (about 170 MB, once)',
    command: () => [npm(), 'ci', '--prefix', 'deploy/cloudflare', '--loglevel=error'],
  })
  const builders = [join(root, 'scripts/build-worker.mjs'), ...filesUnder('scripts/worker')]
  unlessCurrent({
    stamp: 'dist/worker/.stretto-built',
    // The second says of which build the assets are.
    files: [...sources, join(root, 'dist/.stretto-built'), ...builders],
    product: 'dist/worker/assets/fitted.json',
    what: 'building the worker',
    command: () => [join(root, 'scripts/build-worker.mjs')],
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  setUp({
    build: process.argv.includes('--build'),
    declarations: process.argv.includes('--declarations'),
    worker: process.argv.includes('--worker'),
  })
}
