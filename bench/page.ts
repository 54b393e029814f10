import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { openService } from '../scripts/open-service.ts'
import { chromiumPath } from '../scripts/services/chromium.mjs'
import { listen } from '../src/main/serve.ts'
import { percentile } from './percentile.ts'

const SLOWER = 4
const TIMES = 5
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run']
/** What any page costs: a heading and a form, without a script. */
const BARE =
  '<!doctype html><title>Bare</title><h1>Ask</h1><form><textarea></textarea><button>Ask</button></form>'

/** How soon the page is there and answers a key, on a processor that is slowed down four times, beside a bare page. */
export async function* benchPage(): AsyncGenerator<string> {
  const executablePath = chromiumPath()
  if (executablePath === null) return yield 'skipped: Chromium is needed (npm run browser)'
  yield `compressed: ${kilobytes(true)} kB with what colours code, ${kilobytes(false)} kB without`
  const bare = createServer((_, response) => response.end(BARE)).listen(0, '127.0.0.1')
  const service = await openService({ ROUTER: 'offline' })
  const edge = await listen(service.edge, { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' })
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  try {
    const page = await medians(browser, `http://127.0.0.1:${edge.port}/playground`)
    const floor = await medians(browser, `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`)
    for (const [name, value] of Object.entries(page)) {
      const least = floor[name as keyof typeof floor]
      yield `${name}: ${value.toFixed(0)} ms, bare page ${least.toFixed(0)} ms (${(value / Math.max(1, least)).toFixed(1)} ×)`
    }
  } finally {
    await browser.close()
    edge.cut()
    await service.stop()
    bare.close()
  }
}

type Figures = Record<'first paint' | 'longest task' | 'key to paint', number>

async function medians(browser: Browser, address: string): Promise<Figures> {
  const all: Figures[] = []
  for (let time = 0; time < TIMES; time++) all.push(await measure(browser, address))
  const median = (name: keyof Figures) =>
    percentile(
      all.map((one) => one[name]),
      0.5,
    )
  return {
    'first paint': median('first paint'),
    'longest task': median('longest task'),
    'key to paint': median('key to paint'),
  }
}

/** Loads a page without a cache and types into its question. */
async function measure(browser: Browser, address: string): Promise<Figures> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(() => {
    const seen = { longest: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(address)
  await page.locator('textarea').first().waitFor()
  const keyToPaint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const box = document.querySelector('textarea')!
        box.focus()
        const start = performance.now()
        box.value = 'Why?'
        box.dispatchEvent(new InputEvent('input', { bubbles: true }))
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      }),
  )
  const [firstPaint, longest] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    (globalThis as unknown as { seen: { longest: number } }).seen.longest,
  ])
  await context.close()
  return { 'first paint': firstPaint!, 'longest task': longest!, 'key to paint': keyToPaint }
}

/** The size of all files of the page as a browser fetches them. */
function kilobytes(withColours: boolean): string {
  const folder = fileURLToPath(new URL('../dist/playground', import.meta.url))
  const sizes = readdirSync(folder)
    .filter((name) => /\.(js|css|html|svg)$/.test(name) && (withColours || !name.startsWith('highlight')))
    .map((name) => gzipSync(readFileSync(join(folder, name))).length)
  return (sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)
}
