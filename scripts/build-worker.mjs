// Builds the worker: dist/worker/code is what the platform runs, dist/worker/assets what the worker reads and serves. A
// build of the service must be there.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'
import { writeAssets, writeCode } from './worker/write-worker.mjs'

const folder = fileURLToPath(new URL('../dist/worker', import.meta.url))
/** The most that the platform takes as one asset. */
const MOST_ASSET_BYTES = 25 * 1024 * 1024

register()
rmSync(folder, { recursive: true, force: true })
const { bytes, problems } = await writeCode(`${folder}/code`)
await writeAssets(`${folder}/assets`)
for (const entry of readdirSync(`${folder}/assets`, { recursive: true, withFileTypes: true })) {
  const size = statSync(`${entry.parentPath ?? entry.path}/${entry.name}`).size
  if (entry.isFile() && size > MOST_ASSET_BYTES)
    problems.push(
      `the asset ${entry.name} has ${size} bytes, more than the ${MOST_ASSET_BYTES} of the platform`,
    )
}
if (problems.length > 0) {
  for (const problem of problems) process.stderr.write(`stretto: ${problem}\n`)
  rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}
process.stderr.write(`stretto: the worker has ${Math.ceil(bytes / 1024)} KB compressed.\n`)
