import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readSettings } from '../../src/config/settings.ts'
import { startedServices } from '../services/place.mjs'
import { freePort } from '../services/run.mjs'
import { ROOT, readYaml } from './files.ts'

interface Compose {
  services: Record<'postgres' | 'redis', { command: string[]; healthcheck: { test: string[] } }>
}

const PATIENCE_MS = 30_000

/** Runs the commands of compose.yaml that are not the image's: secrets, Redis, the health checks of both stores. */
export async function rehearseCompose(secrets: string): Promise<void> {
  makeSecrets(secrets)
  const { services } = readYaml<Compose>('compose.yaml')[0]!
  await rehearseRedis(services.redis, secrets)
  rehearsePostgres(services.postgres)
}

function makeSecrets(folder: string): void {
  const make = () => {
    const { status, stderr } = spawnSync(`${ROOT}deploy/make-secrets.sh`, [folder], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`deploy/make-secrets.sh ended with ${status}: ${stderr}`)
    return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()] as const)
  }
  const made = make()
  if (JSON.stringify(make()) !== JSON.stringify(made)) throw new Error('Secrets that exist were changed.')
  const { api_key: key, api_keys: keys } = Object.fromEntries(made)
  const [accepted] = readSettings({ API_KEYS: keys }).API_KEYS
  const digest = createHash('sha256').update(key!).digest()
  if (!digest.equals(accepted!.digest)) throw new Error('The digest in api_keys is not that of api_key.')
  console.log('deploy/make-secrets.sh creates secrets that the service accepts, and keeps them.')
}

async function rehearseRedis(
  { command, healthcheck }: Compose['services']['redis'],
  secrets: string,
): Promise<void> {
  const [program, ...given] = command.map((part) => part.replace('/run/secrets', secrets))
  if (!isInstalled(program!, 'Redis')) return
  const port = String(await freePort())
  const child = spawn(program!, [...given, '--bind', '127.0.0.1', '--port', port, '--dir', secrets], {
    stdio: 'ignore',
  })
  const [, test] = healthcheck.test
  const here = test!
    .replaceAll('$$', '$')
    .replace('/run/secrets', secrets)
    .replace('redis-cli', `redis-cli -p ${port}`)
  try {
    const deadline = Date.now() + PATIENCE_MS
    const passes = (check: string) => spawnSync('sh', ['-c', check], { stdio: 'ignore' }).status === 0
    while (!passes(here)) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error('The health check of Redis fails.')
      await pause(100)
    }
    if (passes(here.replace('redis_password', 'postgres_password')))
      throw new Error('Redis takes any password.')
  } finally {
    child.kill()
  }
  console.log('Redis starts with its password, and its health check passes.')
}

function rehearsePostgres({ healthcheck }: Compose['services']['postgres']): void {
  const address = startedServices()?.databaseUrl
  const [, program, ...given] = healthcheck.test
  if (address === undefined) {
    console.log('Skipped: the health check of PostgreSQL (npm run services has not been run).')
    return
  }
  if (!isInstalled(program!, 'the health check of PostgreSQL')) return
  const { status } = spawnSync(program!, [...given, '-p', new URL(address).port], { stdio: 'ignore' })
  if (status !== 0) throw new Error('The health check of PostgreSQL fails.')
  console.log('The health check of PostgreSQL passes.')
}

/** Whether a program is installed; says what is skipped without it. */
function isInstalled(program: string, purpose: string): boolean {
  const isMissing = spawnSync(program, ['--version']).error !== undefined
  if (isMissing) console.log(`Skipped: ${purpose} (${program} is not installed).`)
  return !isMissing
}
