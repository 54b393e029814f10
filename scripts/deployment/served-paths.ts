import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../../src/config/settings.ts'
import { composeService } from '../../src/main/compose.ts'

/** The paths that each API documents. */
export interface ServedPaths {
  edge: Set<string>
  local: Set<string>
}

/** Asks the real service for its documents. */
export async function servedPaths(): Promise<ServedPaths> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-deployment-'))
  mkdirSync(join(folder, 'state'))
  const settings = readSettings({ ROUTER: 'offline', DATA_DIR: join(folder, 'state') })
  const service = await composeService(settings, createLog('silent'))
  const pathsOf = async (api: 'edge' | 'local') => {
    const document = (await (await service[api].request('/openapi.json')).json()) as { paths: object }
    return new Set(Object.keys(document.paths))
  }
  const served = { edge: await pathsOf('edge'), local: await pathsOf('local') }
  await service.close()
  rmSync(folder, { recursive: true })
  return served
}
