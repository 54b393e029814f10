/**
 * `npm run rehearse-image`: does outside a container what the Dockerfile says, in a temporary folder, and starts the
 * result: with its environment, as its user where this is run as root, on files that it cannot change. Then it runs the
 * commands of compose.yaml for which this machine has the programs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStages } from './deployment/build-stages.ts'
import { rehearseCompose } from './deployment/rehearse-compose.ts'
import { rehearseRun } from './deployment/rehearse-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'stretto-image-'))
try {
  await rehearseCompose(join(folder, 'secrets'))
  const image = buildStages(folder)
  await rehearseRun(image)
  console.log('Every command of the Dockerfile works.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
