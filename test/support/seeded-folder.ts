import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../../src/config/settings.ts'
import { composeService } from '../../src/main/compose.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    seededFolder: string
  }
}

/** Starts the service once before all tests, so that each has a folder to copy whose axioms are embedded already. */
export default async function seedFolder(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-seeded-'))
  const service = await composeService(
    readSettings({ ROUTER: 'offline', DATA_DIR: folder }),
    createLog('silent'),
  )
  await service.close()
  project.provide('seededFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
