import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { recordRuns, withLedger } from '../support/ledger.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import {
  type ScriptedProvider,
  sendError,
  sendJson,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const MODELS = ['vendor/one', 'vendor/two', 'other/three']
const CHEAP = ['small/four', 'small/five']
const RIGHT = 'It is 4.\n\n<panel>\n{"kind": "closed", "answer": "4"}\n</panel>'
const GOOD_KEY = 'sk-or-good'
const NARROW = { viewport: { width: 360, height: 740 } }

describeInBrowser('the page on which questions are asked', () => {
  let browser: Browser
  let provider: ScriptedProvider
  let served: ServedPlayground
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startScriptedProvider(
      ({ authorization }, response) =>
        authorization.endsWith('bad') ? sendError(response, 401, 'No such user.') : RIGHT,
      (response) =>
        sendJson(response, {
          data: [...MODELS, ...CHEAP].map((id) => ({
            id,
            pricing: { prompt: '0.000002', completion: id === 'vendor/two' ? '0.000001' : '0.00001' },
          })),
        }),
    )
    ;[browser, served] = await Promise.all([
      startBrowser(),
      servePlayground({
        ROUTER: 'auto',
        OPENROUTER_API_KEY: 'sk-of-the-server',
        OPENROUTER_BASE_URL: provider.url,
        DEFAULT_MODELS: MODELS.join(),
        PANELS: `fast=${CHEAP.join()};deep=${CHEAP.join()}>${MODELS.join()}`,
        CACHE_SCOPE: 'shared',
        AUDIT_SHARE: '0',
      }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
  })
  beforeEach(() => void provider.calls.splice(0))
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const open = (address: string, options = {}) => openPage(browser, address, { ...options, complaints })
  const ask = (page: Page) => page.getByRole('button', { name: 'Ask', exact: true }).click()
  const answered = (page: Page) => page.waitForURL(/#\/results\//)
  const estimate = (page: Page) => page.locator('.estimate')

  it('says who is asked, for how much and how long, and asks the panel that is chosen', async () => {
    const page = await open(`${served.origin}/playground`)
    await estimate(page).getByText('Usually takes').waitFor()
    expect(await estimate(page).textContent()).toMatch(
      /^Asks one, two and three\. About \$0\.01 for a short answer, \$0\.05 for an explanation\./,
    )
    const panel = (name: string) => page.getByRole('radio', { name })
    expect(await panel('Default one vendor, two vendor, three other').isChecked()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await panel('deep').check()
    await page.getByRole('button', { name: 'A fact' }).click()
    await ask(page)
    await answered(page)
    expect([...new Set(provider.calls.map(({ model }) => model))].sort()).toEqual([...CHEAP].sort())
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    expect(await panel('deep').isChecked()).toBe(true)
  })

  it('tells from the last question to the same models what the next one will take', async () => {
    const page = await open(`${served.origin}/playground`)
    await page.getByRole('button', { name: 'An explanation' }).click()
    await ask(page)
    await answered(page)
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await estimate(page).getByText('Your last question to these models took about').waitFor()
  })

  it('asks for an estimate when who is asked changes, not with every key', async () => {
    const page = await open(`${served.origin}/playground`)
    const requests: string[] = []
    await estimate(page).getByText('Usually takes').waitFor()
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.getByLabel('Question', { exact: true }).pressSequentially('What is 2 + 2?')
    await page.getByText('Choose models …').click()
    const models = page.getByLabel('Models', { exact: true })
    for (const model of CHEAP) {
      await models.fill(model)
      await page.keyboard.press('Enter')
    }
    await page.waitForResponse('**/consensus-iterative')
    expect(requests).toEqual(['/consensus-iterative'])
  })

  it('says what offline means, offers what the stand-ins can answer, and says that a key is ignored', async () => {
    const offline = await servePlayground({ ROUTER: 'offline' })
    onTestFinished(offline.stop)
    const page = await open(`${offline.origin}/playground`, NARROW)
    await page.getByText('no language model is connected').waitFor()
    await page.getByText('Costs nothing').waitFor()
    await page.getByRole('button', { name: 'Connect models' }).click()
    await page.getByLabel('OpenRouter key', { exact: true }).fill(GOOD_KEY)
    await page.getByRole('button', { name: 'Test and use' }).click()
    await page.getByText('runs with ROUTER=offline and ignores keys').waitFor()
    await page.getByText('With models on your own machine').click()
    await page.getByLabel('Server').selectOption('LM Studio')
    await page.getByLabel('Models on it').fill('a, b')
    expect(await page.locator('.env pre').textContent()).toBe(
      'OPENAI_BASE_URL=http://127.0.0.1:1234/v1\nDEFAULT_MODELS=a,b',
    )
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    for (const place of [0, 1, 2, 3]) {
      await page.getByRole('link', { name: 'Ask', exact: true }).click()
      await page.getByLabel('Question', { exact: true }).fill('')
      await page.locator('.examples button').nth(place).click()
      await ask(page)
      await answered(page)
      expect(await page.locator('.answer').textContent()).not.toContain('None of the models')
    }
  })

  it('takes a key of OpenRouter once a model has answered with it, and asks with it', async () => {
    const keyless = await servePlayground({
      ROUTER: 'auto',
      OPENROUTER_BASE_URL: provider.url,
      DEFAULT_MODELS: MODELS.join(),
    })
    onTestFinished(keyless.stop)
    const page = await open(`${keyless.origin}/playground`)
    await page.getByRole('button', { name: 'Connect models' }).click()
    const connect = async (key: string) => {
      await page.getByLabel('OpenRouter key', { exact: true }).fill(key)
      await page.getByRole('button', { name: 'Test and use' }).click()
    }
    await connect('sk-or-bad')
    await page.getByText('OpenRouter refuses this key').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('stretto.router-key'))).toBeNull()
    await connect(GOOD_KEY)
    await page.getByRole('radio', { name: 'Default' }).waitFor()
    // Two calls of the cheapest model of the panel prove it.
    expect(provider.calls.map(({ model }) => model)).toEqual(Array(4).fill('vendor/two'))
    expect(await page.evaluate(() => sessionStorage.getItem('stretto.router-key'))).toBe(GOOD_KEY)
    await page.getByLabel('Question', { exact: true }).fill('What is 2 + 2?')
    await ask(page)
    await answered(page)
    expect(provider.calls.at(-1)!.authorization).toBe(`Bearer ${GOOD_KEY}`)
    await page.getByRole('link', { name: 'Settings' }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget the OpenRouter key' }).click()
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByText('no language model is connected').waitFor()
  })

  it('shows how often the models of each panel were right, and what is missing', async () => {
    const won = { 'vendor/one': 57, 'vendor/two': 50, 'other/three': 20 }
    const panel = [...MODELS, 'filler/one', 'filler/two']
    const counted = await servePlayground({
      ROUTER: 'auto',
      OPENROUTER_API_KEY: 'sk-of-the-server',
      OPENROUTER_BASE_URL: provider.url,
      DEFAULT_MODELS: panel.join(),
      PANELS: `fast=${CHEAP.join()}`,
      CACHE_SCOPE: 'shared',
    })
    onTestFinished(counted.stop)
    await withLedger(counted.service.folder, (ledger) => recordRuns(ledger, 'anonymous', won))
    const page = await open(`${counted.origin}/playground`, NARROW)
    await page.getByRole('link', { name: 'Models' }).click()
    const standard = page.getByRole('region', { name: 'Default panel' })
    await standard.getByRole('row').first().waitFor()
    expect(await standard.getByRole('row').count()).toBe(1 + panel.length)
    const fast = page.getByRole('region', { name: 'Panel “fast”' })
    await fast.getByText('50 are needed').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
