import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundleWorker } from './bundle.mjs'
import { forbiddenIn } from './left-out.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Compressed, without the assets: the platform allows more, but reads all of it at every cold start. */
const MOST_BYTES = 1024 * 1024

/** Writes what the platform runs; returns how many bytes the bundle has compressed, and what is wrong with it. */
export async function writeCode(folder, entry = 'src/worker/worker.ts') {
  const { code, map, modules, metafile } = await bundleWorker(entry)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/worker.js`, code)
  writeFileSync(`${folder}/worker.js.map`, map)
  for (const [name, content] of modules) writeFileSync(`${folder}/${name}`, content)
  const bytes = gzipSync(code).length
  const problems = forbiddenIn(metafile, entry).map((chain) => `the worker must not contain this: ${chain}`)
  if (bytes > MOST_BYTES) problems.push(`the worker has ${bytes} bytes compressed, more than ${MOST_BYTES}`)
  return { bytes, problems }
}

/** Writes what the worker reads and serves. */
export async function writeAssets(folder) {
  mkdirSync(`${folder}/embedding`, { recursive: true })
  for (const name of ['playground', 'docs'])
    cpSync(`${root}dist/${name}`, `${folder}/${name}`, { recursive: true })
  for (const name of ['model.json', 'relevance.json', 'vocabulary.txt', 'weights.bin'])
    cpSync(`${root}models/embedding/${name}`, `${folder}/embedding/${name}`)
  cpSync(`${root}dist/axioms.bin`, `${folder}/axioms.bin`)
  const { writeFitted } = await import('./write-fitted.ts')
  await writeFitted(`${folder}/fitted.json`)
}
