import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { replyAs } from '../support/panel-replies.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import { type ScriptedProvider, settingsFor, startScriptedProvider } from '../support/scripted-provider.ts'

const MODELS = ['vendor/one', 'vendor/two', 'vendor/slow']

describeInBrowser('a run that the page asked for', () => {
  let browser: Browser
  let served: ServedPlayground
  let provider: ScriptedProvider
  let release = () => {}
  let held = Promise.resolve()
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startScriptedProvider(async (call) => {
      if (call.model === MODELS[2]) await held
      return replyAs('4', call)
    })
    const settings = { ...settingsFor(provider), DEFAULT_MODELS: MODELS.join(), MODEL_RETRIES: '0' }
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground(settings)])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
  })
  beforeEach(() => {
    held = new Promise((resolve) => {
      release = resolve
    })
  })
  afterEach(() => {
    release()
    expect(complaints.splice(0)).toEqual([])
  })

  const open = (origin = served.origin) => openPage(browser, `${origin}/playground`, { complaints })
  /** Asks, and waits for the two models that are not slow. */
  async function ask(page: Page, question: string): Promise<void> {
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await repliedTwice(page)
  }
  const repliedTwice = (page: Page) => page.getByText('2 of 3 have replied').waitFor()
  const answered = (page: Page) => page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  const card = (page: Page, place: number) => page.locator('.card').nth(place)

  it('is there with its texts after a reload, and gives its answer', async () => {
    const page = await open()
    await ask(page, 'What is 2 + 2?')
    const before = provider.calls.length
    await page.reload()
    await repliedTwice(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('What is 2 + 2?')
    expect(await card(page, 0).textContent()).toContain('4')
    expect(provider.calls).toHaveLength(before)
    release()
    await answered(page)
    expect(page.url()).toContain('#/results/')
    await page.getByRole('link', { name: 'History' }).click()
    expect(await page.locator('.history li').count()).toBe(1)
  })

  it('is listed while it runs, also after its tab was closed, and is joined from there', async () => {
    const page = await open()
    await ask(page, 'What is 3 + 1?')
    const other = await page.context().newPage()
    await page.close()
    await other.goto(`${served.origin}/playground#/history`)
    await other.getByText('Running …').waitFor()
    expect(await accessibilityProblems(other)).toEqual([])
    await other.getByRole('link', { name: 'What is 3 + 1?' }).click()
    await repliedTwice(other)
    release()
    await answered(other)
  })

  it('answers now when that is asked for, and says who was not waited for', async () => {
    const page = await open()
    await ask(page, 'What is 4 + 0?')
    await page.getByRole('button', { name: 'Answer now' }).click()
    await answered(page)
    expect(await page.locator('article.run').textContent()).toContain('slow')
    expect(await page.getByText('Consensus', { exact: true }).count()).toBe(0)
  })

  it('shows what two models said alike when it is stopped, and calls nobody answered who was silent', async () => {
    const page = await open()
    await ask(page, 'What is 5 - 1?')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('You stopped this run').waitFor()
    await page.getByText('2 of 3 models say this so far.').waitFor()
    expect(await card(page, 2).textContent()).toContain('no answer')
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('Stopped', { exact: true }).waitFor()
  })

  it('tells how long a model has been silent', async () => {
    const page = await open()
    await page.clock.install()
    await ask(page, 'What is 6 - 2?')
    expect(await card(page, 2).textContent()).not.toMatch(/\d+ s/)
    await page.clock.runFor(21_000)
    await card(page, 2)
      .getByText(/thinking … 2\d s/)
      .waitFor()
  })

  it('goes on by itself when the connection was lost on all ways', async () => {
    const proxy = await startCuttingProxy(served.origin)
    onTestFinished(proxy.close)
    const page = await open(proxy.url)
    await ask(page, 'What is 7 - 3?')
    proxy.lose('both')
    await page.getByText('Trying to reach the service').waitFor()
    await repliedTwice(page)
    release()
    await answered(page)
  })
})
