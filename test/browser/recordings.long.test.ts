import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { CARDS } from '../../playground/src/recordings/recording.ts'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'

const STILL = { reducedMotion: 'reduce' } as const

describeInBrowser('recordings on the page', () => {
  let browser: Browser
  let served: ServedPlayground
  const complaints: string[] = []

  beforeAll(async () => {
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground({ ROUTER: 'offline' })])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const open = (hash: string, options = {}) =>
    openPage(browser, `${served.origin}/playground${hash}`, { ...options, complaints })
  const label = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true })
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true })

  it('are offered offline, fetched when they are opened, and played to their answer without asking anybody', async () => {
    const page = await open('')
    // The form estimates what a question costs.
    await page.getByText('Costs nothing').waitFor()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const cards = page.getByRole('list', { name: 'Recordings' }).getByRole('link')
    await cards.first().waitFor()
    expect(await cards.count()).toBe(6)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Recording: An argument' }).click()
    await label(page).getByText('The models were played').waitFor()
    // While it is played, the models are seen writing.
    await page.getByText('writing …').first().waitFor()
    expect(await answer(page).count()).toBe(0)
    await answer(page).getByText('13 posts').first().waitFor()
    await label(page).getByRole('button', { name: 'Play again' }).waitFor()
    expect(await page.getByRole('button', { name: 'Connect models' }).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Edit question' }).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(fetched.filter((path) => path.includes('consensus'))).toEqual([])
    const opened = CARDS.filter(({ name }) => fetched.some((path) => path.startsWith(`/playground/${name}-`)))
    expect(opened.map(({ name }) => name)).toEqual(['argument'])
  })

  it('are skipped to their end, and played again', async () => {
    const page = await open('#/recording/explanation')
    await page.getByRole('button', { name: 'Skip to the end' }).click()
    await answer(page).getByText('chlorophyll').waitFor()
    await page.getByRole('button', { name: 'Play again' }).click()
    await answer(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Skip to the end' }).waitFor()
  })

  it.each(CARDS.map(({ name }) => name))(
    '%s is at its end at once where motion is unwelcome',
    async (name) => {
      const page = await open(`#/recording/${name}`, { ...STILL, viewport: { width: 360, height: 740 } })
      await answer(page).waitFor()
      await page.getByRole('button', { name: 'Play again' }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    },
  )

  it('stand where the built-in programs have no answer, instead of what each of them says', async () => {
    const page = await open('')
    await page.getByLabel('Question', { exact: true }).fill('Write a friendly reminder for an invoice.')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('It takes language models to answer this').waitFor()
    expect(await page.getByText('Nothing among the axioms').count()).toBe(0)
    await page.getByRole('button', { name: 'Connect models' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Recording: Code' }).click()
    await label(page).waitFor()
  })

  it('that nobody has made leave those that there are', async () => {
    const page = await open('#/recording/none')
    await page.getByText('This recording cannot be opened').waitFor()
    await page.getByRole('link', { name: 'Recording: A fact' }).waitFor()
  })
})
