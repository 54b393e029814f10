import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { describe, inject, onTestFinished } from 'vitest'

/** Tests in a real browser; without one they are skipped, and the run says so at its end. */
export const describeInBrowser = describe.skipIf(inject('chromium') === null)

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A safety net for tests that hang: they wait for conditions, and on a busy machine that may take long. */
const PATIENCE_MS = 120_000

/** Starts Chromium. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: inject('chromium')!, args: FLAGS })
}

/** Opens a page of the service in a context of its own, which ends with the test. */
export async function openPage(
  browser: Browser,
  address: string,
  { complaints, ...options }: BrowserContextOptions & { complaints: string[] },
): Promise<Page> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  watch(page, new URL(address).origin, complaints)
  await page.goto(address)
  return page
}

/** Notes what a page must not do: violate its policy, send requests to other origins, or fail in a script. */
function watch(page: Page, origin: string, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // What the service refuses is logged by the browser too, and is part of many tests.
    const isRefusal = text.startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(`console: ${text}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isOwn = url.origin === origin || url.protocol === 'blob:' || url.protocol === 'data:'
    if (!isOwn) complaints.push(`request: ${request.url()}`)
  })
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on a page as it is now, from moderate on: the rule and the elements. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
}
