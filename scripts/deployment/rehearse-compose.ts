import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../../src/config/settings.ts'
import { startedServices } from '../services/place.mjs'
import { ROOT, readYaml } from './files.ts'

interface Compose {
  services: Record<'postgres', { healthcheck: { test: string[] } }>
}

/** Runs the commands of compose.yaml that are not the image's: secrets, and the health check of the store. */
export async function rehearseCompose(secrets: string): Promise<void> {
  makeSecrets(secrets)
  const { services } = readYaml<Compose>('compose.yaml')[0]!
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
