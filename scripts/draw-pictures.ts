/** `npm run pictures`: draws the pictures of docs/how-it-works.md, asking the service, and a terminal, if there is tmux. */
import { writeFileSync } from 'node:fs'
import { openPanel } from '../eval/transcripts/open-panel.ts'
import type { Service } from '../src/main/compose.ts'
import { openService } from './open-service.ts'
import { drawClosedRun, drawOpenRun, IMAGES } from './pictures/draw-pictures.ts'
import { canRecord, recordTerminal } from './pictures/record-terminal.ts'

const panel = await openPanel()
await draw({}, drawClosedRun)
await draw(panel.settings, drawOpenRun)
await panel.provider.close()

if (canRecord()) write(await recordTerminal())
else console.log('The terminal was not recorded: there is no tmux.')

async function draw(
  environment: Record<string, string>,
  pictures: (service: Service) => Promise<Record<string, string>>,
): Promise<void> {
  const service = await openService(environment)
  write(await pictures(service))
  await service.stop()
}

function write(pictures: Record<string, string>): void {
  for (const [name, picture] of Object.entries(pictures)) writeFileSync(new URL(name, IMAGES), picture)
}
