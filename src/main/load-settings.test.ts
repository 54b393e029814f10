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
const load = () => {
  const warnings: string[] = []
  return { settings: loadUserSettings((warning) => warnings.push(warning), folder), warnings }
}

it('sends no key of the environment to an address that the folder names', () => {
  vi.stubEnv('OPENROUTER_API_KEY', 'of-the-user')
  write(`OPENROUTER_BASE_URL=${FOREIGN}`, `ENDPOINTS=evil=${FOREIGN}`, 'LOG_LEVEL=warn')
  const { settings, warnings } = load()
  expect(settings.OPENROUTER_BASE_URL).not.toBe(FOREIGN)
  expect(settings.ENDPOINTS).toEqual([])
  expect(settings.LOG_LEVEL).toBe('warn')
  expect(warnings.join()).toContain('ENDPOINTS, OPENROUTER_BASE_URL in .env are not used')
})

it('takes addresses with the keys that stand beside them', () => {
  write('OPENROUTER_API_KEY=of-the-folder', `OPENROUTER_BASE_URL=${FOREIGN}`)
  const { settings, warnings } = load()
  expect(settings).toMatchObject({ OPENROUTER_API_KEY: 'of-the-folder', OPENROUTER_BASE_URL: FOREIGN })
  expect(warnings).toEqual([])
})

it('never takes the address of the service from a folder', () => {
  write('STRETTO_URL=http://127.0.0.1:9')
  load()
  expect(process.env.STRETTO_URL).toBeUndefined()
})
