import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, vi } from 'vitest'
import type { Assets } from '../../src/main/parts/assets.ts'

/** Generous: the machine may be busy. */
const PATIENCE_MS = 120_000

/** A folder as the first start leaves it, its axioms embedded: all of them, or those among the given assets. */
export async function freshFolder(axioms = 'all', given?: Assets): Promise<string> {
  const seeded = `${inject('seededFolder')}-${axioms}`
  if (!existsSync(seeded)) await seed(seeded, given)
  const folder = mkdtempSync(join(tmpdir(), 'stretto-test-'))
  cpSync(seeded, folder, { recursive: true })
  return folder
}

/** Starts the service once for all tests: in the worker that needs it first, while others wait for it. */
async function seed(seeded: string, given?: Assets): Promise<void> {
  const own = `${seeded}-begun`
  try {
    mkdirSync(own)
  } catch {
    return vi.waitUntil(() => existsSync(seeded), { timeout: PATIENCE_MS, interval: 50 }).then(() => {})
  }
  await seedWith({ DATA_DIR: own }, given)
  renameSync(own, seeded)
}

/** Starts the service, which embeds the axioms, and stops it. */
export async function seedWith(settings: Record<string, string>, given?: Assets): Promise<void> {
  // Loaded here, since most who copy what is stored start the built service.
  const { createLog } = await import('../../src/adapters/telemetry/pino-log.ts')
  const { readSettings } = await import('../../src/config/settings.ts')
  const { composeService } = await import('../../src/main/compose.ts')
  const service = await composeService(
    readSettings({ ROUTER: 'offline', ...settings }),
    createLog('silent'),
    given,
  )
  await service.close()
}
