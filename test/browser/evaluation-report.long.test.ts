import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { reportOn } from '../../src/evaluation/figures/report.ts'
import { answerRecorded } from '../../src/evaluation/recorded/answer-recorded.ts'
import { reportPage } from '../../src/evaluation/report/report-page.ts'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'

const HOSTILE = '<img src=x onerror="document.title=1"> & "quotes"'

/** Recorded answers of four models; the last question is written to break out of the page. */
function recordingsOf(hasGold: boolean): string {
  const rows = Array.from({ length: 40 }, (_, place) => ({
    question: place === 39 ? HOSTILE : `What is ${place} + 1?`,
    ...(hasGold && { gold: String(place + 1) }),
    answers: Object.fromEntries(
      ['one', 'two', 'three', HOSTILE].map((model, seat) => [
        model,
        String(place % (seat + 3) === 0 ? place + 7 : place + 1),
      ]),
    ),
    costs: { one: 0.001, two: 0.002, three: 0.01, [HOSTILE]: 0.02 },
  }))
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

describeInBrowser('the page of an evaluation', () => {
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    browser = await startBrowser()
    folder = mkdtempSync(join(tmpdir(), 'stretto-report-'))
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function pageOf(hasGold: boolean, colorScheme: 'light' | 'dark') {
    const measures = readMeasures()
    const { answered } = await answerRecorded(recordingsOf(hasGold), { name: 'sums', measures })
    const report = reportOn(answered, { name: HOSTILE, calibration: measures.calibration })
    const file = join(folder, 'page.html')
    writeFileSync(file, reportPage(report, { notes: [HOSTILE] }))
    const complaints: string[] = []
    const page = await openPage(browser, `file://${file}`, { complaints, colorScheme })
    return { page, complaints }
  }

  it.each([
    ['right answers, in light', true, 'light'],
    ['right answers, in dark', true, 'dark'],
    ['no right answers, in light', false, 'light'],
  ] as const)('is accessible and asks nobody for anything with %s', async (_, hasGold, scheme) => {
    const { page, complaints } = await pageOf(hasGold, scheme)
    await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('shows figures in tables, and texts of users as texts', async () => {
    const { page } = await pageOf(true, 'light')
    expect(await page.locator('table').count()).toBe(5)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('h1').textContent()).toBe(HOSTILE)
    expect(await page.title()).toBe(`${HOSTILE} – evaluation`)
  })

  it('fits a narrow screen', async () => {
    const { page } = await pageOf(true, 'light')
    await page.setViewportSize({ width: 360, height: 700 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  })
})
