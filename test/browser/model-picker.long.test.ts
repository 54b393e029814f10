import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import { type ScriptedProvider, sendJson, startScriptedProvider } from '../support/scripted-provider.ts'

const ROUTED = ['~openai/gpt-latest', '~anthropic/claude-opus-latest', '~anthropic/claude-sonnet-latest']
const RIGHT = 'It is 4.\n\n<panel>\n{"kind": "closed", "answer": "4"}\n</panel>'
const NARROW = { viewport: { width: 360, height: 740 } }

describeInBrowser('the models to choose from', () => {
  let browser: Browser
  let provider: ScriptedProvider
  let local: ScriptedProvider
  let served: ServedPlayground
  const complaints: string[] = []

  beforeAll(async () => {
    const price = { pricing: { prompt: '0.000002', completion: '0.00001' }, context_length: 200_000 }
    provider = await startScriptedProvider(
      () => RIGHT,
      (response) => sendJson(response, { data: ROUTED.map((id) => ({ id, ...price })) }),
    )
    local = await startScriptedProvider(
      () => RIGHT,
      (response) => sendJson(response, { data: [{ id: 'llama3.2' }, { id: 'qwen3' }, { id: 'gemma3' }] }),
    )
    ;[browser, served] = await Promise.all([
      startBrowser(),
      servePlayground({
        ROUTER: 'auto',
        OPENROUTER_API_KEY: 'sk-of-the-server',
        OPENROUTER_BASE_URL: provider.url,
        ENDPOINTS: `ollama=${local.url}`,
        PRICES: 'ollama/llama3.2=0:0',
        DEFAULT_MODELS: ROUTED.join(),
      }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
    await local?.close()
  })
  beforeEach(() => void [provider, local].map(({ calls }) => calls.splice(0)))
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const open = (options = {}) => openPage(browser, `${served.origin}/playground`, { ...options, complaints })
  const panel = (page: Page, name: string) => page.getByRole('radio', { name })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Choose models' })
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search models' })
  const show = async (page: Page) => {
    await panel(page, 'Choose models …').check()
    await page.getByRole('button', { name: /^(Show|Change) models$/ }).click()
  }

  it('are told by price and context, found by name, chosen with the keyboard, and kept in their order', async () => {
    const page = await open(NARROW)
    await panel(page, 'Choose models …').check()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('$2 in, $10 out · 200K context').first().waitFor()
    await dialog(page).getByText('$0 in, $0 out').waitFor()
    expect(await dialog(page).getByText('price unknown – set PRICES').count()).toBe(2)
    await page.keyboard.type('ollama qwen')
    expect(await dialog(page).getByRole('checkbox').count()).toBe(1)
    await page.keyboard.press('Enter')
    await dialog(page).getByText('1 model chosen: qwen3').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await dialog(page).getByText('2 models chosen: qwen3, llama3.2').waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('mine/unlisted')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('2 models chosen: qwen3, unlisted').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Change models')
    expect(provider.calls).toEqual([])
  })

  it.each(['light', 'dark'] as const)('are readable by everybody in the %s theme', async (colorScheme) => {
    const page = await open({ colorScheme })
    await show(page)
    await dialog(page).getByText('$0 in, $0 out').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('are offered as presets of what is connected, and not where nothing can fill one', async () => {
    const page = await open()
    await panel(page, 'Local').waitFor()
    expect(await page.getByRole('radio').count()).toBe(4)
    expect(await panel(page, 'Strong gpt-latest openai, claude-opus-latest anthropic').count()).toBe(1)
    await panel(page, 'Local').check()
    await page.getByText('Asks llama3.2 and qwen3.').waitFor()
  })

  it('are kept under a name, chosen by it and forgotten', async () => {
    const page = await open()
    await show(page)
    for (const name of ['gemma3', 'gpt-latest']) await dialog(page).getByLabel(name).check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('textbox', { name: 'Name of this panel' }).fill('mixed')
    await page.keyboard.press('Enter')
    expect(await panel(page, 'mixed gemma3 ollama, gpt-latest openai').isChecked()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await panel(page, 'Default').check()
    await page.reload()
    await panel(page, 'mixed').check()
    await page.getByText('Asks gemma3 and gpt-latest. The price of these models is not known').waitFor()
    await page.getByRole('button', { name: 'Forget mixed' }).click()
    expect(await panel(page, 'mixed').count()).toBe(0)
    expect(await panel(page, 'Choose models …').isChecked()).toBe(true)
  })

  it('are not asked while the service would refuse them', async () => {
    const page = await open()
    await panel(page, 'Local').check()
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('Calls').fill('1')
    await page.getByLabel('Question', { exact: true }).fill('What is 2 + 2?')
    await page.getByText('max_calls must be at least 2').waitFor()
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    expect(await ask.isDisabled()).toBe(true)
    await page.getByLabel('Calls').fill('')
    await page.getByText('Asks llama3.2 and qwen3.').waitFor()
    expect(await ask.isDisabled()).toBe(false)
  })

  it('may be a single one, which is asked three times, and the page says so', async () => {
    const page = await open()
    await page.getByText('Asks gpt-latest, claude-opus-latest and claude-sonnet-latest.').waitFor()
    await show(page)
    await search(page).fill('ollama/llama3.2')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.locator('.estimate').textContent()).not.toContain('gpt-latest')
    await page.getByText('Asks llama3.2 three times. About $0 for a short answer').waitFor()
    await page.getByLabel('Question', { exact: true }).fill('What is 2 + 2?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.waitForURL(/#\/results\//)
    expect(local.calls.slice(0, 3).map(({ model }) => model)).toEqual(['llama3.2', 'llama3.2', 'llama3.2'])
  })
})
