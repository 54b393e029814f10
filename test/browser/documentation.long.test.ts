import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'

describeInBrowser('the page of the documentation', () => {
  let browser: Browser
  let served: ServedPlayground
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground({ ROUTER: 'offline' })])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it('shows every endpoint and sends an example, within its policy and to its own origin only', async () => {
    const complaints: string[] = []
    const page = await openPage(browser, `${served.origin}/docs`, { complaints })
    await page.locator('.opblock').first().waitFor()
    const { paths } = await (await fetch(`${served.origin}/openapi.json`)).json()
    const endpoints = Object.values<object>(paths).flatMap((methods) => Object.keys(methods))
    expect(await page.locator('.opblock').count()).toBe(endpoints.length)
    const search = page.locator('#operations-Axioms-searchAxioms')
    await search.locator('.opblock-summary-control').click()
    await search.getByRole('button', { name: 'Try it out' }).click()
    await search.getByRole('button', { name: 'Execute' }).click()
    const response = search.locator('.live-responses-table .response .response-col_status')
    expect(await response.innerText()).toContain('200')
    expect(complaints).toEqual([])
  })
})
