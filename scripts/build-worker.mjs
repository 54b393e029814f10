// Builds the worker: dist/worker/code is what the platform runs, dist/worker/assets what the worker reads and serves. A
// build of the service must be there.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { register } from 'tsx/esm/api'
import { bundleWorker } from './worker/bundle.mjs'
import { forbiddenIn } from './worker/left-out.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRY = 'src/worker/worker.ts'
/** Compressed, without the assets: the platform allows more, but reads all of it at every cold start. */
const MOST_BYTES = 1024 * 1024
/** The most that the platform takes as one asset. */
const MOST_ASSET_BYTES = 25 * 1024 * 1024

/** Stops with what is wrong. */
function fail(problems) {
  for (const problem of problems) process.stderr.write(`stretto: ${problem}\n`)
  process.exit(1)
}

async function writeCode(folder) {
  const { code, map, modules, metafile } = await bundleWorker(ENTRY)
  const bytes = gzipSync(code).length
  const problems = forbiddenIn(metafile, ENTRY).map((chain) => `the worker must not contain this: ${chain}`)
  if (bytes > MOST_BYTES) problems.push(`the worker has ${bytes} bytes compressed, more than ${MOST_BYTES}`)
  if (problems.length > 0) fail(problems)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/worker.js`, code)
  writeFileSync(`${folder}/worker.js.map`, map)
  for (const [name, content] of modules) writeFileSync(`${folder}/${name}`, content)
  return bytes
}

async function writeAssets(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of ['playground', 'docs']) cpSync(`${root}dist/${name}`, `${folder}/${name}`, { recursive: true })
  mkdirSync(`${folder}/embedding`)
  for (const name of ['model.json', 'relevance.json', 'vocabulary.txt', 'weights.bin'])
    cpSync(`${root}models/embedding/${name}`, `${folder}/embedding/${name}`)
  cpSync(`${root}dist/axioms.bin`, `${folder}/axioms.bin`)
  const unregister = register()
  const { writeFitted } = await import('./worker/write-fitted.ts')
  await writeFitted(`${folder}/fitted.json`)
  await unregister()
}

rmSync(`${root}dist/worker`, { recursive: true, force: true })
const bytes = await writeCode(`${root}dist/worker/code`)
await writeAssets(`${root}dist/worker/assets`)
process.stderr.write(`stretto: the worker has ${Math.ceil(bytes / 1024)} KB compressed.\n`)
