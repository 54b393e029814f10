// `npm run transcripts`: sends requests to the service, with scripted panels, and writes the pages in
// eval/transcripts/pages.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../../src/config/settings.ts'
import { composeService, type Service } from '../../src/main/compose.ts'
import { ROOMY } from '../../test/support/roomy.ts'
import { openAgents } from './agents/open-agents.ts'
import { AGENTS_FILE, writeAgents } from './agents/write-agents.ts'
import { openDoors } from './doors/open-doors.ts'
import { DOORS_FILE, writeDoors } from './doors/write-doors.ts'
import { openMcp } from './mcp/open-mcp.ts'
import { MCP_FILE, writeMcp } from './mcp/write-mcp.ts'
import { openPanel } from './open-panel.ts'
import { PAGES, writeTranscripts } from './write-transcripts.ts'

const { provider, settings } = await openPanel()
await withService(settings, async (service) => {
  for (const page of PAGES) writeFileSync(page.file, await writeTranscripts(service, page))
})
await provider.close()

const doors = await openDoors()
await withService(doors.settings, async (service) =>
  writeFileSync(DOORS_FILE, await writeDoors(service, doors)),
)
await doors.close()

const agents = await openAgents()
await withService(agents.settings, async (service) =>
  writeFileSync(AGENTS_FILE, await writeAgents(service, agents)),
)
await agents.close()

const mcp = await openMcp()
await withService(mcp.settings, async (service) => writeFileSync(MCP_FILE, await writeMcp({ service, mcp })))
await mcp.close()

/** Uses a service with these settings and a data folder of its own. */
async function withService(
  environment: Record<string, string>,
  use: (service: Service) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-transcripts-'))
  const service = await composeService(
    readSettings({ ...ROOMY, ...environment, DATA_DIR: folder }),
    createLog('silent'),
  )
  try {
    await use(service)
  } finally {
    await service.tasks.close(AbortSignal.abort())
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
