import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readPrompt } from '../../eval/transcripts/read-prompt.ts'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  sendStream,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const MODELS = ['vendor/one', 'vendor/two', 'vendor/three']
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const closed = (answer: string, text = `It is ${answer}.`) =>
  `${text}\n\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`

describeInBrowser('a conversation', () => {
  let browser: Browser
  let served: ServedPlayground
  let provider: ScriptedProvider
  let play: (call: ReceivedCall, response: ServerResponse) => unknown
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startScriptedProvider((call, response) => play(call, response))
    const settings = { ...settingsFor(provider), DEFAULT_MODELS: MODELS.join() }
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground(settings)])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
  })
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([])
  })

  const open = (address = `${served.origin}/playground`, options = {}) =>
    openPage(browser, address, { ...options, complaints })
  const ask = async (page: Page, question: string) => {
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }
  const answer = (page: Page, hasText: string) => page.locator('.latest .answer', { hasText }).waitFor()
  const widths = (page: Page) =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])

  it('sends what was said with the next message, and its link, history and export hold all of it', async () => {
    play = ({ prompt }) => closed(prompt.includes('And its square?') ? '49' : '7')
    const page = await open()
    await ask(page, 'Which prime follows 5?')
    await answer(page, '7')
    await page.getByLabel('Next message').fill('And its square?')
    await page.getByRole('button', { name: 'Send' }).click()
    await answer(page, '49')
    const { prompt } = provider.calls.findLast(({ prompt: one }) => one.includes('And its square?'))!
    expect(prompt).toContain('Which prime follows 5?')
    expect(prompt).toContain('It is 7.')
    await page.waitForURL(/#\/results\/[\w-]+,[\w-]+$/)
    expect(await page.locator('.past-question').allTextContents()).toEqual(['Which prime follows 5?'])
    expect(await accessibilityProblems(page)).toEqual([])

    const elsewhere = await open(page.url())
    await answer(elsewhere, '49')
    await elsewhere.getByText('Which prime follows 5?').click()
    await elsewhere.locator('.past-turn .answer', { hasText: 'It is 7.' }).waitFor()
    expect(await accessibilityProblems(elsewhere)).toEqual([])
    await elsewhere.getByLabel('Next message').fill('And its square root?')
    await elsewhere.getByRole('button', { name: 'Send' }).click()
    await elsewhere.waitForURL(/#\/results\/[\w-]+,[\w-]+,[\w-]+$/)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export JSON' }).click(),
    ])
    const { turns } = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(turns.map((turn: { query: string }) => turn.query)).toEqual([
      'Which prime follows 5?',
      'And its square?',
    ])
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('2 questions').waitFor()
    expect(await page.locator('.history li').count()).toBe(1)
  })

  it('asks again without a saved answer, and an edited question in place of the last', async () => {
    play = ({ prompt }) => closed(prompt.includes('capital of Norway') ? 'Oslo' : 'Paris')
    const page = await open()
    await ask(page, 'What is the capital of France?')
    await answer(page, 'Paris')
    const before = provider.calls.length
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect.poll(() => provider.calls.length).toBeGreaterThanOrEqual(before + MODELS.length)
    await answer(page, 'Paris')
    await page.getByRole('button', { name: 'Edit question' }).click()
    await page.getByLabel('Question', { exact: true }).fill('What is the capital of Norway?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await answer(page, 'Oslo')
    expect(await page.locator('h1').textContent()).toBe('What is the capital of Norway?')
    expect(await page.locator('.past-question').count()).toBe(0)
  })

  it('goes on with a run while an older answer is read, and keeps the options when the page is loaded anew', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    play = async ({ prompt }) => {
      if (!prompt.includes('And the next?')) return closed('17')
      await held
      return closed('19')
    }
    const page = await open()
    await page.evaluate(() => localStorage.setItem('stretto.form', '{"criteria":"Be exact."}'))
    await page.reload()
    await ask(page, 'Which prime follows 13?')
    await answer(page, '17')
    const before = provider.calls.length
    await page.getByLabel('Next message').fill('And the next?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => provider.calls.length).toBeGreaterThanOrEqual(before + MODELS.length)
    await page.goBack()
    await answer(page, '17')
    expect(provider.calls.slice(before).filter(({ gone }) => gone.aborted)).toEqual([])
    await page.getByRole('link', { name: 'Running question' }).click()
    release()
    await page.waitForURL(/#\/results\/[\w-]+,[\w-]+$/)
    await page.reload()
    await answer(page, '19')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.locator('p.status', { hasText: 'Answered after' }).waitFor()
    expect(provider.calls.at(-1)!.prompt).toContain('Be exact.')
  })

  it('shows the text of a model while it arrives, without the block at its end', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    play = async ({ model }, response) => {
      if (model !== MODELS[0]) return closed('13')
      const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
      sendStream(
        response,
        [piece('The number that follows eleven and is divided by none but itself ')],
        'open',
      )
      await held
      const block = `<panel>\n${JSON.stringify({ kind: 'closed', answer: '13' })}\n</panel>`
      response.end(`${piece(`is thirteen.\n\n${block}`)}data: [DONE]\n\n`)
    }
    const page = await open(undefined, { reducedMotion: 'reduce' })
    await ask(page, 'Which prime follows 11?')
    const card = page.locator('.card').first()
    await card.getByText('writing …').waitFor()
    const motion = await card.locator('.pulse').evaluate((mark) => getComputedStyle(mark).animationName)
    expect(motion).toBe('none')
    await card.getByText('The number that follows eleven').waitFor()
    release()
    await answer(page, '13')
    expect(await card.textContent()).not.toContain('panel')
  })

  it('shows the models as tabs on a phone, which the arrow keys change', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    play = async ({ model }) => {
      if (model === MODELS[2]) await held
      return closed('7', `Model ${model} says 7.`)
    }
    const page = await open(undefined, NARROW)
    await ask(page, 'Which prime follows 3 and 5?')
    await page.getByRole('tab', { name: 'one' }).click()
    await page.getByRole('tabpanel').getByText('Model vendor/one says 7.').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel').getByText('Model vendor/two says 7.').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel').getByText('thinking …').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    release()
    await answer(page, '7')
  })

  it('keeps the line breaks of a draft, and compares it with the others', async () => {
    const POND = 'An old silent pond\nA frog jumps into the pond\nSplash! Silence again.'
    play = (call) => {
      const { phase, shown } = readPrompt(call)
      if (phase !== 'exposition')
        return {
          reviews: shown.map(({ label }) => ({ label, verdict: 'accept', defect: '' })),
          ranking: shown.map(({ label }) => label),
          improvements: [],
        }
      const draft = call.model === MODELS[0] ? POND : POND.replace('silent', call.model.slice(7))
      return `${draft}\n\n<panel>\n{"kind": "draft"}\n</panel>`
    }
    const page = await open()
    await ask(page, 'Write a haiku about a pond.')
    await answer(page, 'Splash!')
    expect(await page.locator('.answer .text br').count()).toBe(2)
    await page.getByText('Compare with the answer').first().click()
    await page.locator('.diff ins').first().waitFor()
    await page.locator('.diff del').first().waitFor()
  })

  it('shows sixteen models and a long text from right to left without overflowing', async () => {
    const ARABIC = 'تنشأ ظاهرة المد والجزر من جاذبية القمر. '.repeat(300)
    play = (call) =>
      readPrompt(call).phase === 'exposition'
        ? `${ARABIC}\n\n\`\`\`js\n${'const wide = 1; '.repeat(40)}\n\`\`\`\n\n<panel>\n{"kind": "open"}\n</panel>`
        : {}
    const page = await open(undefined, NARROW)
    const names = Array.from({ length: 16 }, (_, number) => `vendor/model-${number}`)
    await page.evaluate(
      (models) =>
        localStorage.setItem('stretto.form', JSON.stringify({ models, kind: 'open', maxIterations: '1' })),
      names,
    )
    await page.reload()
    await ask(page, 'كيف ينشأ المد والجزر؟')
    await answer(page, 'القمر')
    // No points were listed, so nothing can be said of agreement.
    await page.getByText('Whether the models agree was not measured.').waitFor()
    expect(await page.getByRole('tab').count()).toBe(16)
    expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).direction)).toBe('rtl')
    const [width, screen] = await widths(page)
    expect(width).toBe(screen)
    await page.setViewportSize({ width: 1440, height: 900 })
    // The page draws again after the size has changed.
    await page.locator('.card').nth(15).waitFor()
    expect(await page.locator('.card').count()).toBe(16)
  })
})
