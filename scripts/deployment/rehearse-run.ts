import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../services/run.mjs'
import { IS_ROOT, inStage, type Stage } from './build-stages.ts'

const PATIENCE_MS = 180_000

/** Starts the image's program as a container would, waits for its health check, and stops it. */
export async function rehearseRun(image: Stage): Promise<void> {
  const folder = inStage(image, '.')
  console.log(
    `Size: ${sizeOf(folder)} in ${image.workingFolder}, of which ${sizeOf(`${folder}/node_modules`)} are dependencies.`,
  )
  // The user of the image has to reach its files, and must not change them.
  chmodSync(dirname(image.root), 0o755)
  spawnSync('chmod', ['-R', 'a-w', folder])
  try {
    await startAndStop(image)
  } finally {
    spawnSync('chmod', ['-R', 'u+w', folder])
  }
}

async function startAndStop(image: Stage): Promise<void> {
  const { PATH } = process.env
  const environment = {
    PATH,
    ...image.environment,
    // Other machines need not reach a rehearsal.
    HOST: '127.0.0.1',
    EDGE_PORT: String(await freePort()),
    LOCAL_PORT: String(await freePort()),
    DATA_DIR: inStage(image, image.environment.DATA_DIR!),
    LOG_LEVEL: 'warn',
  }
  const options = {
    cwd: inStage(image, '.'),
    env: environment,
    stdio: 'inherit' as const,
    ...(IS_ROOT ? { uid: image.user, gid: image.user } : {}),
  }
  const [check, ...checkArguments] = image.healthCheck
  const isHealthy = () => spawnSync(check!, checkArguments, options).status === 0

  const [program, ...programArguments] = image.entrypoint
  if (isHealthy()) throw new Error('The health check passes although nothing runs.')
  const child = spawn(program!, programArguments, options)
  try {
    await until(isHealthy, child)
    console.log('HEALTHCHECK passes.')
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
  if (exitCode !== 0) throw new Error(`It ended with ${exitCode} after SIGTERM.`)
  if (isHealthy()) throw new Error('The health check passes although the service has stopped.')
  console.log('SIGTERM ends it with 0, and HEALTHCHECK fails.')
}

async function until(condition: () => boolean, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!condition()) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`)
    if (Date.now() > deadline) throw new Error('The health check never passed.')
    await pause(500)
  }
}

function sizeOf(folder: string): string {
  return spawnSync('du', ['-sh', folder], { encoding: 'utf8' }).stdout.split('\t')[0]!
}
