/** `npm run pictures`: asks the service and draws the pictures of docs/how-it-works.md. */
import { writeFileSync } from 'node:fs'
import { openPanel } from '../eval/transcripts/open-panel.ts'
import type { Service } from '../src/main/compose.ts'
import { openService } from './open-service.ts'
import { drawClosedRun, drawOpenRun, IMAGES } from './pictures/draw-pictures.ts'

const panel = await openPanel()
await draw({}, drawClosedRun)
await draw(panel.settings, drawOpenRun)
await panel.provider.close()

async function draw(
  environment: Record<string, string>,
  pictures: (service: Service) => Promise<Record<string, string>>,
): Promise<void> {
  const service = await openService(environment)
  for (const [name, picture] of Object.entries(await pictures(service)))
    writeFileSync(new URL(name, IMAGES), picture)
  await service.stop()
}
