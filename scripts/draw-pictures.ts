/** `npm run pictures`: asks the service and draws the pictures of docs/how-it-works.md. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPanel } from '../eval/transcripts/open-panel.ts'
import { createLog } from '../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../src/config/settings.ts'
import { composeService, type Service } from '../src/main/compose.ts'
import { drawClosedRun, drawOpenRun, IMAGES } from './pictures/draw-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'stretto-pictures-'))
const panel = await openPanel()
await draw({ ROUTER: 'offline' }, drawClosedRun)
await draw(panel.settings, drawOpenRun)
await panel.provider.close()
rmSync(folder, { recursive: true, force: true })

async function draw(
  environment: Record<string, string>,
  pictures: (service: Service) => Promise<Record<string, string>>,
): Promise<void> {
  const service = await composeService(
    readSettings({ ...environment, DATA_DIR: folder }),
    createLog('silent'),
  )
  for (const [name, picture] of Object.entries(await pictures(service)))
    writeFileSync(new URL(name, IMAGES), picture)
  await service.tasks.close(AbortSignal.abort())
  await service.close()
}
