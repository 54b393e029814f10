import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { openPanel } from '../../eval/transcripts/open-panel.ts'
import { openWholeService } from '../../test/support/service.ts'
import { drawClosedRun, drawOpenRun, IMAGES } from './draw-pictures.ts'

async function expectCurrent(pictures: Record<string, string>): Promise<void> {
  for (const [name, picture] of Object.entries(pictures))
    expect(picture, `${name}; \`npm run pictures\` draws it anew`).toBe(
      readFileSync(new URL(name, IMAGES), 'utf8'),
    )
}

it('the pictures of a closed question show what the offline voices say', async () => {
  const service = await openWholeService()
  onTestFinished(() => service.stop())
  await expectCurrent(await drawClosedRun(service))
})

it('the picture of an open question shows what the scripted members say', async () => {
  const panel = await openPanel()
  onTestFinished(() => panel.provider.close())
  const service = await openWholeService(panel.settings)
  onTestFinished(() => service.stop())
  await expectCurrent(await drawOpenRun(service))
})
