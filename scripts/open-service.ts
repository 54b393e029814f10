import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../src/config/settings.ts'
import { composeService } from '../src/main/compose.ts'
import type { Assets } from '../src/main/parts/node-parts.ts'

/** The service in this process, with a folder of its own; on the offline router unless the environment says otherwise. */
export async function openService(environment: Record<string, string> = {}, assets?: Assets) {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-script-'))
  const given = { ROUTER: 'offline', RATE_LIMIT_BURST: '1000', ...environment, DATA_DIR: folder }
  const service = await composeService(readSettings(given), createLog('silent'), {
    ...(assets && { assets }),
  })
  service.welcomeRequests()
  return {
    ...service,
    async stop() {
      await service.tasks.close(AbortSignal.abort())
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
