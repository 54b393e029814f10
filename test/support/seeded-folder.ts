import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A folder as the first start leaves it, its axioms embedded. */
export async function freshFolder(): Promise<string> {
  const seeded = inject('seededFolder')
  if (!existsSync(seeded)) await seed(seeded)
  const folder = mkdtempSync(join(tmpdir(), 'stretto-test-'))
  cpSync(seeded, folder, { recursive: true })
  return folder
}

/** Starts the service once for all tests; where two workers do so at once, the first to be done serves both. */
async function seed(seeded: string): Promise<void> {
  // Loaded here, since most who copy the folder start the built service.
  const { createLog } = await import('../../src/adapters/telemetry/pino-log.ts')
  const { readSettings } = await import('../../src/config/settings.ts')
  const { composeService } = await import('../../src/main/compose.ts')
  const own = mkdtempSync(`${seeded}-`)
  const service = await composeService(
    readSettings({ ROUTER: 'offline', DATA_DIR: own }),
    createLog('silent'),
  )
  await service.close()
  try {
    renameSync(own, seeded)
  } catch (error) {
    rmSync(own, { recursive: true })
    if (!existsSync(seeded)) throw error
  }
}
