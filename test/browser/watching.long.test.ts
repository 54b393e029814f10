import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { CLAIM_TASKS } from '../../eval/transcripts/claim-tasks.ts'
import { readPrompt } from '../../eval/transcripts/read-prompt.ts'
import { replyOfMember } from '../../eval/transcripts/scripted-members.ts'
import { TASKS } from '../../eval/transcripts/tasks.ts'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const SKY = CLAIM_TASKS.find(({ name }) => name === 'sky')!
const HTTPS = CLAIM_TASKS.find(({ name }) => name === 'https')!
const CODE = TASKS.find(({ name }) => name === 'code')!
const LIGHT = 'What is the speed of light in a vacuum?'
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

describeInBrowser('watching a panel', () => {
  let browser: Browser
  let offline: ServedPlayground
  let scripted: ServedPlayground
  let provider: ScriptedProvider
  let gate: Promise<void> | null = null
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startScriptedProvider(async (call) => {
      if (!['exposition', 'map', 'inputs'].includes(readPrompt(call).phase)) await gate
      return replyOfMember(call)
    })
    ;[browser, offline, scripted] = await Promise.all([
      startBrowser(),
      servePlayground(),
      servePlayground({ ...settingsFor(provider), MODEL_RETRIES: '0' }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all([offline?.stop(), scripted?.stop()])
    await provider?.close()
  })
  afterEach(() => {
    gate = null
    // Violations of the policy, requests to elsewhere, errors: none, whatever a test did.
    expect(complaints.splice(0)).toEqual([])
  })

  const open = (address: string, options = {}) => openPage(browser, address, { ...options, complaints })

  /** Holds back everything after the first texts, until it is called. */
  function holdAfterTexts(): () => void {
    let release = () => {}
    gate = new Promise((resolve) => {
      release = resolve
    })
    return release
  }

  /** Waits until the page says so of its run. */
  const status = (page: Page, hasText: string) => page.locator('p.status', { hasText }).waitFor()
  const ask = async (page: Page, question: string) => {
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }
  /** Chooses models by typing their names. */
  const choose = async (page: Page, members: string[]) => {
    await page.getByText('Choose models …').click()
    await page.getByRole('button', { name: 'Show models' }).click()
    for (const member of members) {
      await page.getByRole('searchbox', { name: 'Search models' }).fill(`scripted/${member}`)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Done' }).click()
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
  /** Waits for that many: parts of a page come one after the other. */
  async function expectCount(page: Page, selector: string, count: number): Promise<void> {
    await page
      .locator(selector)
      .nth(count - 1)
      .waitFor()
    expect(await page.locator(selector).count()).toBe(count)
  }
  const sizes = (page: Page) =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])

  it('asks on the offline router, and shows the answer, how sure it is and how it came about', async () => {
    const page = await open(`${offline.origin}/playground`)
    expect(await accessibilityProblems(page)).toEqual([])
    await ask(page, LIGHT)
    await page.locator('.short-answer', { hasText: '299 792 458' }).waitFor()
    await page.waitForURL(/#\/results\/[\w-]+$/)
    await expectCount(page, '.card', 3)
    const changed = page.locator('.card', { hasText: 'changed its answer' })
    await changed.getByText('Round by round').click()
    await changed.getByText('Because: “The speed of light in a vacuum is exactly').waitFor()
    expect(await page.locator('.gauge .figure').textContent()).toMatch(/^\d+%/)
    await page.getByText('How this is estimated').click()
    await page
      .getByText('Two of three models gave this answer at first; all hold it after discussion.')
      .waitFor()
    // For those who do not see the plots, the same figures.
    await page.getByText('Rounds and disagreement').click()
    const rows = page.getByRole('table', { name: 'Disagreement by round' }).getByRole('row')
    expect(await rows.nth(1).textContent()).toContain('0.67')
    await page.getByText('Checked statements that the models were shown').click()
    await page.getByText('level 2 (Physical)').first().waitFor()
    await page.getByText('Raw JSON').click()
    expect(await page.locator('.raw-json').textContent()).toContain('"confidence_kind": "right"')
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('shows every text when it arrives, then points and who disputes them, in the dark too', async () => {
    const release = holdAfterTexts()
    const page = await open(`${scripted.origin}/playground`, { colorScheme: 'dark' })
    await choose(page, SKY.members)
    await ask(page, SKY.query)
    await status(page, 'Round 2 of at most 7. The models check each point')
    await expectCount(page, '.card .markdown', 5)
    expect(await page.locator('.spending').textContent()).toMatch(/6 calls\$0\.006/)
    await heading(page, 'Where they differ').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    release()
    await heading(page, 'Answer').waitFor()
    for (const group of ['Rejected', 'Not confirmed', 'Agreed'])
      await page.locator('.point-group summary', { hasText: group }).click()
    const disputed = page.locator('.point-group.disputed .point')
    expect(await disputed.locator('.side').allTextContents()).toEqual([
      'exact and knowing say that it is true.exact: Blue light of 450 nm is therefore scattered about 6 times as strongly as red light of 700 nm.',
      'inexact says that it is false.It depends on the fourth power of the wavelength, so blue light of 450 nm is scattered about 16 times as strongly as red light of 700 nm.',
      'mistaken and vague are unsure or silent.',
    ])
    await page.locator('.point-group.conditional .point').waitFor()
    const missing = page.locator('.point', { hasText: 'Clouds are white' })
    await missing.getByText('No model’s text says this').waitFor()
    await page.getByText('Rounds and disagreement').click()
    await page.getByText('listed the points of the texts.').waitFor()
    for (const rounds of await page.getByText('Round by round').all()) await rounds.click()
    await page.locator('.change', { hasText: 'is true after all' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(21, 22, 26)')
  })

  it('shows the points and quotations behind a sentence of the answer, and what nobody said', async () => {
    const page = await open(`${scripted.origin}/playground`)
    await choose(page, SKY.members)
    await ask(page, SKY.query)
    const sentence = page.locator('.passage', { hasText: 'How much stronger the scattering' })
    const behind = page.getByRole('dialog', { name: 'What this sentence rests on' })
    await sentence.hover()
    await behind.getByText('disputed').waitFor()
    expect(await behind.textContent()).toContain(
      'exact: Blue light of 450 nm is therefore scattered about 6 times',
    )
    expect(await behind.textContent()).toContain('inexact says otherwise: It depends on the fourth power')
    await page.mouse.move(0, 0)
    await behind.waitFor({ state: 'detached' })
    const mark = page.locator('.answer p', { hasText: 'How much stronger' }).getByRole('button', {
      name: /^What sentence \d+ rests on: disputed$/,
    })
    await mark.focus()
    await page.keyboard.press('Enter')
    await behind.getByRole('button', { name: 'Close' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await behind.waitFor({ state: 'detached' })
    expect(await mark.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(page.url()).toMatch(/#\/results\/[\w-]+$/)
    expect(await page.locator('.findings').textContent()).toContain(
      'Lord Rayleigh received the Nobel Prize in 1904.None of the replies mentions a prize.',
    )
  })

  it('shows what was corrected after the check, and fits on a narrow phone', async () => {
    const page = await open(`${scripted.origin}/playground`, NARROW)
    await choose(page, HTTPS.members)
    await ask(page, HTTPS.query)
    await page.getByText('1 passage corrected after the check').click()
    await page
      .getByText('a private key that is stolen later does not open recorded traffic.')
      .first()
      .waitFor()
    for (const summary of await page.locator('.folded > summary').all()) await summary.click()
    const [width, screen] = await sizes(page)
    expect(width).toBe(screen)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('shows drafts with their colours and reviews, and exports the result', async () => {
    const page = await open(`${scripted.origin}/playground`)
    await choose(page, CODE.members)
    await ask(page, CODE.query)
    await heading(page, 'What the reviewers say').waitFor()
    await page.locator('.draft.chosen').first().waitFor()
    await page.locator('.answer .hljs-keyword').first().waitFor()
    const exported = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
    }
    const json = await exported('Export JSON')
    const { id, final_answer: answer, trace } = JSON.parse(json.text)
    expect(json.name).toBe(`stretto-${id.slice(0, 8)}.json`)
    expect(trace).toHaveLength(2)
    const markdown = await exported('Export Markdown')
    expect(markdown.text).toContain(answer)
    expect(markdown.text).toContain(`Result ${id}`)
  })

  it('keeps past questions in this browser, and a link to a result opens it anywhere', async () => {
    const page = await open(`${offline.origin}/playground`)
    await ask(page, 'What is 17 + 25?')
    await page.waitForURL(/#\/results\//)
    const link = page.url()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('link', { name: 'What is 17 + 25?' }).click()
    await page.locator('.answer', { hasText: '42' }).waitFor()
    const elsewhere = await open(link)
    await elsewhere.locator('.answer', { hasText: '42' }).waitFor()
    await expectCount(elsewhere, '.card', 3)
    await elsewhere.getByRole('link', { name: 'History' }).click()
    await elsewhere.getByText('Nothing was asked yet.').waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Clear the history' }).click()
    await page.getByText('Nothing was asked yet.').waitFor()
  })

  it('shows what was answered before as such, with how it came about', async () => {
    const page = await open(`${offline.origin}/playground`)
    await ask(page, 'What is 18 + 25?')
    await page.waitForURL(/#\/results\//)
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await status(page, 'Saved answer.')
    await expectCount(page, '.card', 3)
    await page.locator('.saved').getByRole('button', { name: 'Ask again' }).click()
    await status(page, 'Answered after')
    expect(await page.locator('.saved').count()).toBe(0)
  })

  it('lets two tabs watch the same run, which is paid for once', async () => {
    const release = holdAfterTexts()
    const before = provider.calls.length
    const pages = [await open(`${scripted.origin}/playground`), await open(`${scripted.origin}/playground`)]
    for (const page of pages) {
      await choose(page, CODE.members)
      await page.getByText('Options', { exact: true }).click()
      await page.getByText('even if there is a saved answer').click()
      await ask(page, CODE.query)
      await status(page, 'Round 2 ')
    }
    release()
    for (const page of pages) await heading(page, 'Answer').waitFor()
    expect(pages[0]!.url()).toBe(pages[1]!.url())
    const firstTexts = (call: ReceivedCall) => readPrompt(call).phase === 'exposition'
    expect(provider.calls.slice(before).filter(firstTexts)).toHaveLength(CODE.members.length)
  })

  it('fits on a phone', async () => {
    const page = await open(`${offline.origin}/playground`, PHONE)
    await page.getByText('Options', { exact: true }).click()
    const [askWidth, screen] = await sizes(page)
    expect(askWidth).toBe(screen)
    expect(await accessibilityProblems(page)).toEqual([])
    await ask(page, LIGHT)
    await heading(page, 'Answer').waitFor()
    const [resultWidth] = await sizes(page)
    expect(resultWidth).toBe(screen)
  })

  it('can be used with the keyboard alone', async () => {
    const page = await open(`${offline.origin}/playground`)
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document
        return at?.getAttribute('aria-label') ?? at?.closest('label')?.textContent ?? at?.textContent ?? ''
      })
    const tabTo = async (name: RegExp) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab')
        if (name.test(await focused())) return
      }
      throw new Error(`${name} is never focused`)
    }
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await tabTo(/^Question$/)
    await page.keyboard.type('What is 19 + 25?')
    await tabTo(/^Ask$/)
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
    expect(outline).toBe('solid')
    await page.keyboard.press('Enter')
    await page.locator('.answer', { hasText: '44' }).waitFor()
    await tabTo(/^Copy the answer$/)
    await tabTo(/^Export JSON$/)
  })

  it('remembers the form and the theme', async () => {
    const page = await open(`${offline.origin}/playground`)
    await page.getByLabel('Question', { exact: true }).fill('What is 20 + 25?')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Dark').check()
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('What is 20 + 25?')
  })

  it('works behind a proxy that serves it under a path', async () => {
    const proxy = await startCuttingProxy(offline.origin)
    onTestFinished(proxy.close)
    const page = await open(`${proxy.url}/playground/`)
    expect(page.url()).toBe(`${proxy.url}/playground`)
    await ask(page, 'What is 21 + 25?')
    await page.locator('.answer', { hasText: '46' }).waitFor()
  })
})
