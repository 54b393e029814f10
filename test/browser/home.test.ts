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
const GOOD_KEY = 'sk-or-that-is-good'
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
      /^Asks one, two and three\. About \$0\.01 for a short answer, \$0\.05 for an explanation\. .* Usually 3 to 9 calls, at most \d+\.$/,
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

  it('fetches models and an estimate once, however often the form is shown', async () => {
    const page = await open(`${served.origin}/playground`)
    await estimate(page).getByText('Usually takes').waitFor()
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') requests.push(request.url())
    })
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await estimate(page).getByText('Usually takes').waitFor()
    expect(requests).toEqual([])
  })

  it.each(['/models', '/consensus-iterative'])(
    'waits as a 429 of %s says, and goes on by itself',
    async (path) => {
      const page = await open(`${served.origin}/livez`)
      const limited = { status: 429, error: 'rate_limited', message: 'Too many. Try again in 2 s.' }
      let refused = 0
      await page.route(`**${path}`, (route) =>
        refused++ === 0
          ? route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: limited })
          : route.fallback(),
      )
      await page.goto(`${served.origin}/playground`)
      await page.getByText(/Goes on by itself in [12] s/).waitFor()
      await estimate(page).getByText('Usually takes').waitFor()
      await page.getByRole('radio', { name: 'deep' }).waitFor()
      expect(refused).toBe(2)
      expect(await page.getByText('Goes on by itself').count()).toBe(0)
    },
  )

  it('sends with Enter, unless a word is composed or Shift breaks the line', async () => {
    const page = await open(`${served.origin}/`)
    const box = page.getByLabel('Question', { exact: true })
    await page.getByText('Enter sends, Shift+Enter breaks the line.').waitFor()
    await box.fill('What is')
    await box.press('Shift+Enter')
    await box.pressSequentially('2 + 2?')
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      await box.dispatchEvent('keydown', { key: 'Enter', bubbles: true, ...composing })
    expect([await box.inputValue(), new URL(page.url()).hash]).toEqual(['What is\n2 + 2?', ''])
    await box.press('Enter')
    await answered(page)
    const next = page.getByLabel('Next message', { exact: true })
    await next.fill('And 3 + 1?')
    await next.press('Enter')
    await page.getByText('Earlier in this conversation').or(page.locator('ol.past')).first().waitFor()
  })

  it('breaks the line with Enter where there is only a touch screen', async () => {
    const page = await open(`${served.origin}/playground`, { ...NARROW, hasTouch: true, isMobile: true })
    const box = page.getByLabel('Question', { exact: true })
    await box.fill('What is')
    await box.press('Enter')
    await box.pressSequentially('2 + 2?')
    expect(await box.inputValue()).toBe('What is\n2 + 2?')
    expect(await page.getByText('Enter sends').isVisible()).toBe(false)
    await box.press('Control+Enter')
    await answered(page)
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
    await page.getByRole('button', { name: 'Show models' }).click()
    for (const model of CHEAP) {
      await page.getByRole('searchbox', { name: 'Search models' }).fill(model)
      await page.keyboard.press('Enter')
    }
    await page.waitForResponse('**/consensus-iterative')
    const isEstimate = (path: string) => path === '/consensus-iterative'
    expect(requests.filter(isEstimate)).toHaveLength(1)
  })

  it('says what offline means, offers what the stand-ins can answer, and says that a key is ignored', async () => {
    const offline = await servePlayground({ ROUTER: 'offline' })
    onTestFinished(offline.stop)
    const page = await open(`${offline.origin}/playground`, NARROW)
    await page.getByText('no language model is connected').waitFor()
    await page.getByText('Costs nothing').waitFor()
    await page.getByRole('button', { name: 'Connect models' }).click()
    await page.getByText('Nothing is stored here').waitFor()
    await page.getByLabel('OpenRouter key', { exact: true }).fill(GOOD_KEY)
    await page.getByRole('button', { name: 'Test and use' }).click()
    await page.getByText('runs with ROUTER=offline and ignores keys').waitFor()
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

  const keyless = async (environment: Record<string, string> = {}) => {
    const models = { OPENROUTER_BASE_URL: provider.url, DEFAULT_MODELS: MODELS.join() }
    const service = await servePlayground({ ROUTER: 'auto', ...models, ...environment })
    onTestFinished(service.stop)
    return service
  }
  const connect = async (page: Page, key: string) => {
    await page.getByLabel('OpenRouter key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Test and use' }).click()
  }

  it('has the service store a key once a model has answered with it, and asks with it', async () => {
    const { origin } = await keyless()
    const page = await open(`${origin}/playground`)
    await page.getByRole('button', { name: 'Connect models' }).click()
    await connect(page, 'sk-or-bad')
    await page.getByText('OpenRouter refuses this key').waitFor()
    await connect(page, GOOD_KEY)
    await page.getByRole('radio', { name: 'Default' }).waitFor()
    // One call of the cheapest model of the panel proves it.
    expect(provider.calls.map(({ model }) => model)).toEqual(['vendor/two', 'vendor/two'])
    await page.getByLabel('Question', { exact: true }).fill('What is 2 + 2?')
    await ask(page)
    await answered(page)
    expect(provider.calls.at(-1)!.authorization).toBe(`Bearer ${GOOD_KEY}`)
    expect(
      await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
    ).not.toContain(GOOD_KEY)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('key ending in good').waitFor()
    await page.getByLabel('Models from').selectOption('Ollama')
    await page.getByLabel('Address').fill(provider.url)
    await page.getByRole('button', { name: 'Test and use' }).click()
    await page.getByText('Ollama is connected, with 5 models').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget OpenRouter' }).click()
    await page.getByRole('button', { name: 'Forget Ollama' }).click()
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByText('no language model is connected').waitFor()
  })

  it('keeps a key in the browser where the service has several users', async () => {
    const { origin } = await keyless({ API_KEYS: 'alice:service-key' })
    const page = await open(`${origin}/playground#/settings`)
    await page.getByRole('textbox', { name: 'Service key' }).fill('service-key')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('it has several users').waitFor()
    await connect(page, GOOD_KEY)
    await page.getByText('until you close this tab').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('stretto.router-key'))).toBe(GOOD_KEY)
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByText('Paid with your own keys').waitFor()
    await page.getByLabel('Question', { exact: true }).fill('What is 2 + 2?')
    await ask(page)
    await answered(page)
    expect(provider.calls.at(-1)!.authorization).toBe(`Bearer ${GOOD_KEY}`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Forget the OpenRouter key' }).click()
    await page.getByText('until you close this tab').waitFor({ state: 'detached' })
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
