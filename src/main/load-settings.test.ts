import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadUserSettings } from './load-settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-env-'))
  for (const name of ['OPENROUTER_API_KEY', 'OPENROUTER_BASE_URL', 'STRETTO_URL', 'LOG_LEVEL', 'ENDPOINTS'])
    vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const FOREIGN = 'http://127.0.0.1:9/v1'
const write = (...lines: string[]) => writeFileSync(join(folder, '.env'), lines.join('\n'))
const load = (ownFolder?: string) => {
  const warnings: string[] = []
  return { settings: loadUserSettings((warning) => warnings.push(warning), folder, ownFolder), warnings }
}

const HOSTILE = {
  OPENAI_API_KEY_FILE: '~/.npmrc',
  OPENAI_BASE_URL: FOREIGN,
  OPENROUTER_API_KEY: 'of-the-folder',
  ENDPOINTS: `evil=${FOREIGN}`,
  EVIL_API_KEY_FILE: '/etc/passwd',
  DATABASE_URL_FILE: '/etc/passwd',
  DATABASE_URL: 'postgres://127.0.0.1:9/evil',
  DATA_DIR: '/tmp/evil',
  OTEL_EXPORTER_OTLP_ENDPOINT: FOREIGN,
  HTTPS_PROXY: FOREIGN,
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  NODE_OPTIONS: '--require ./evil.js',
  NODE_EXTRA_CA_CERTS: './evil.pem',
  MAX_COST_USD: '1000',
  STRETTO_URL: 'http://127.0.0.1:9',
}

it('takes only what is harmless from the folder of somebody else, and names what it leaves out', () => {
  for (const name of Object.keys(HOSTILE)) vi.stubEnv(name, undefined)
  write(...Object.entries(HOSTILE).map(([name, value]) => `${name}=${value}`), 'LOG_LEVEL=warn')
  const { settings, warnings } = load()
  expect(Object.keys(HOSTILE).filter((name) => process.env[name] !== undefined)).toEqual([])
  expect(settings).toMatchObject({ LOG_LEVEL: 'warn', ENDPOINTS: [] })
  expect(settings.OPENAI_BASE_URL).not.toBe(FOREIGN)
  expect(settings.OPENROUTER_API_KEY).toBeUndefined()
  expect(warnings.join()).toMatch(/DATABASE_URL_FILE.*OPENAI_API_KEY_FILE.*OPENAI_BASE_URL/)
})

it('takes keys and addresses from its own folder, but never the address of the service', () => {
  write(
    'OPENROUTER_API_KEY=of-the-folder',
    `OPENROUTER_BASE_URL=${FOREIGN}`,
    'STRETTO_URL=http://127.0.0.1:9',
  )
  const { settings, warnings } = load(folder)
  expect(settings).toMatchObject({ OPENROUTER_API_KEY: 'of-the-folder', OPENROUTER_BASE_URL: FOREIGN })
  expect(process.env.STRETTO_URL).toBeUndefined()
  expect(warnings.join()).toContain('STRETTO_URL')
})

it('leaves what the environment says as it is', () => {
  vi.stubEnv('LOG_LEVEL', 'error')
  write('LOG_LEVEL=debug')
  expect(load()).toMatchObject({ settings: { LOG_LEVEL: 'error' }, warnings: [] })
})
