/** `npm run examples`: asks the service, on its offline router, and writes the examples of the documentation. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/adapters/telemetry/pino-log.ts'
import { readSettings } from '../src/config/settings.ts'
import { composeService } from '../src/main/compose.ts'
import { EXAMPLES_FILE, recordExamples } from './examples/record-examples.ts'

const folder = mkdtempSync(join(tmpdir(), 'stretto-examples-'))
const settings = readSettings({ ROUTER: 'offline', DATA_DIR: folder, RATE_LIMIT_BURST: '1000' })
const service = await composeService(settings, createLog('silent'))
service.welcomeRequests()
try {
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(await recordExamples(service), null, 1)}\n`)
} finally {
  await service.tasks.close(AbortSignal.abort())
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
