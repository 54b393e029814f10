// `npm run screenshots`: takes pictures of the playground at three sizes and in both themes (dist/screenshots), while a
// scripted panel answers and when it has answered. The best one opens the README (docs/images/playground.png).
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { readPrompt } from '../eval/transcripts/read-prompt.ts'
import { listen } from '../src/main/serve.ts'
import { openService } from './open-service.ts'
import { MODELS, QUESTION, startTidesPanel } from './screenshots/tides-panel.ts'
import { chromiumPath } from './services/chromium.mjs'

const SIZES = { wide: [1440, 1000], tablet: [768, 1100], phone: [360, 740] } as const
const THEMES = ['light', 'dark'] as const

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'dist/screenshots')
mkdirSync(folder, { recursive: true })

/** Holds back the second round until a picture is taken. */
let opened = () => {}
let gate = Promise.resolve()
const provider = await startTidesPanel(async (call) => {
  const isFirst = ['exposition', 'map'].includes(readPrompt(call).phase)
  if (!isFirst && !call.model.endsWith('soprano')) await gate
})
const service = await openService({
  ROUTER: 'openrouter',
  OPENROUTER_API_KEY: 'any',
  OPENROUTER_BASE_URL: provider.url,
  DEFAULT_MODELS: MODELS.join(),
})
const edge = await listen(service.edge, { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' })
const executablePath = chromiumPath()
if (executablePath === null) throw new Error('Chromium is needed: npm run browser')
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})

for (const [size, [width, height]] of Object.entries(SIZES))
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme })
    const shoot = (name: string, fullPage: boolean) =>
      page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage })
    gate = new Promise((resolve) => {
      opened = resolve
    })
    await page.goto(`http://127.0.0.1:${edge.port}/playground`)
    await page.getByLabel('Question', { exact: true }).fill(QUESTION)
    await page.getByText(/^Asks /).waitFor()
    await shoot('ask', false)
    await page.getByText('Options', { exact: true }).click()
    await page.getByText('even if there is a saved answer').click()
    await shoot('options', true)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText(/^Round 2.*1 of 4/).waitFor()
    await shoot('running', true)
    opened()
    await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
    // Not on a sentence, which would show what it rests on.
    await page.mouse.move(0, 0)
    await shoot('answer', false)
    await shoot('whole', true)
    await page.close()
  }
copyFileSync(join(folder, 'answer-wide-light.png'), join(root, 'docs/images/playground.png'))
await browser.close()
edge.cut()
await service.stop()
await provider.close()
process.stdout.write(`The pictures are in ${folder}\n`)
// The provider and the service may keep idle connections.
process.exit(0)
