// `npm run transcripts`: sends requests to the service, with scripted panels, and writes docs/transcripts.md and
// docs/transcripts-claims.md.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../../src/config/settings.ts'
import { composeService } from '../../src/main/compose.ts'
import { openPanel } from './open-panel.ts'
import { PAGES, writeTranscripts } from './write-transcripts.ts'

const folder = mkdtempSync(join(tmpdir(), 'stretto-transcripts-'))
const { provider, settings } = await openPanel()
const service = await composeService(readSettings({ ...settings, DATA_DIR: folder }), createLog('silent'))
try {
  for (const page of PAGES) writeFileSync(page.file, await writeTranscripts(service, page))
} finally {
  await service.tasks.close(AbortSignal.abort())
  await service.close()
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
}
