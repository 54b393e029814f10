import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readPrompt } from '../../eval/transcripts/read-prompt.ts'
import { createEdgeClient } from '../../src/client/index.ts'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { HOSTILE_TEXT } from '../support/hostile-markdown.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  sendError,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const KEY = 'key-of-alice'
const MODELS = ['vendor/one', 'vendor/two', 'vendor/three']
const RIGHT = 'I counted: it is 4.\n\n<panel>\n{"kind": "closed", "answer": "4"}\n</panel>'

describeInBrowser('when something goes wrong', () => {
  let browser: Browser
  let served: ServedPlayground
  let provider: ScriptedProvider
  let play: (call: ReceivedCall) => unknown = () => RIGHT
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startScriptedProvider(async (call, response) => {
      const answer = await play(call)
      return typeof answer === 'number' ? sendError(response, answer, 'The model is away.') : answer
    })
    ;[browser, served] = await Promise.all([
      startBrowser(),
      servePlayground({
        ...settingsFor(provider),
        API_KEYS: `alice:${KEY}`,
        DEFAULT_MODELS: MODELS.join(),
        MODEL_RETRIES: '0',
      }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
  })
  afterEach(() => {
    play = () => RIGHT
    expect(complaints.splice(0)).toEqual([])
  })

  async function open(address: string, { key = KEY } = {}): Promise<Page> {
    const page = await openPage(browser, address, { complaints })
    if (key !== '') {
      await page.evaluate((given) => sessionStorage.setItem('stretto.key', given), key)
      await page.reload()
    }
    return page
  }
  /** Waits until the page says so of its run. */
  const status = (page: Page, hasText: string) => page.locator('p.status', { hasText }).waitFor()
  const ask = async (page: Page, question: string) => {
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }
  const answered = (page: Page) => page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  const isStored = (page: Page, storage: 'sessionStorage' | 'localStorage') =>
    page.evaluate(
      ([place, key]) => JSON.stringify({ ...globalThis[place as 'localStorage'] }).includes(key!),
      [storage, KEY],
    )
  /** Holds all calls back, until it is called. */
  function hold(): () => void {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    play = async () => {
      await held
      return RIGHT
    }
    return release
  }

  it('asks for the key in place, refuses a wrong one, and goes on with the right one', async () => {
    const page = await open(`${served.origin}/playground`, { key: '' })
    await page.getByRole('heading', { name: 'A key is needed' }).waitFor()
    await ask(page, 'What is 2 + 2?')
    await page.getByRole('heading', { name: 'A key is needed' }).waitFor()
    await page.getByLabel('Service key', { exact: true }).fill('key-of-nobody')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByRole('heading', { name: 'This key is not known' }).waitFor()
    await page.getByLabel('Service key', { exact: true }).fill(KEY)
    await page.getByRole('button', { name: 'Use this key' }).click()
    await answered(page)
    // It stays in this tab, and is in no address.
    expect(await isStored(page, 'sessionStorage')).toBe(true)
    expect(await isStored(page, 'localStorage')).toBe(false)
    expect(page.url()).not.toContain(KEY)
    await page.getByRole('link', { name: 'Settings' }).click()
    const settings = page.getByRole('region', { name: 'Service key' })
    await settings.getByLabel('Remember in this browser').check()
    await settings.getByRole('button', { name: 'Save' }).click()
    expect(await isStored(page, 'localStorage')).toBe(true)
    await settings.getByRole('button', { name: 'Forget the service key' }).click()
    await page.getByText('No service key is kept.').waitFor()
    expect(await isStored(page, 'localStorage')).toBe(false)
  })

  it('counts down when the service says how long to wait', async () => {
    const limited = await servePlayground({ RATE_LIMIT_PER_MINUTE: '2' })
    onTestFinished(limited.stop)
    const page = await open(`${limited.origin}/playground`, { key: '' })
    await page.clock.install()
    while ((await fetch(`${limited.origin}/models`)).ok);
    await ask(page, 'What is 2 + 2?')
    await page.getByText(/^Goes on by itself in (?:1 min )?\d+ s …$/).waitFor()
    await page.clock.runFor(30_000)
    expect(new URL(page.url()).hash).toBe('#/run')
    const repeated = page.waitForRequest('**/consensus-iterative')
    await page.clock.runFor(31_000)
    await repeated
  })

  it('shows which model failed and why, while the others go on', async () => {
    play = ({ model }) => (model === MODELS[1] ? 402 : RIGHT)
    const page = await open(`${served.origin}/playground`)
    await ask(page, 'What is 3 + 1?')
    await answered(page)
    expect(await page.locator('.card').nth(1).textContent()).toContain('did not answer')
    expect(await page.locator('.others h3').allTextContents()).toEqual(['two did not answer'])
    // Each fault is told once.
    expect((await page.locator('article.run').textContent())!.match(/The model is away/g)).toHaveLength(1)
  })

  it('says once why no model answers and what to do, and offers no retry that cannot help', async () => {
    play = () => 402
    const page = await open(`${served.origin}/playground`)
    await ask(page, 'What is 1 + 3?')
    const notice = page.getByRole('alert')
    await notice.getByRole('heading', { name: 'The provider account has no credit' }).waitFor()
    expect((await notice.textContent())!.split('The model is away.')).toHaveLength(2)
    await notice.getByText('Add credit at the provider').waitFor()
    expect(await notice.getByRole('button').count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    play = () => RIGHT
    await notice.getByRole('link', { name: 'Back to the question' }).click()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await answered(page)
  })

  it('can try again after a failure of the service itself', async () => {
    const page = await open(`${served.origin}/playground`)
    const body = { status: 500, error: 'internal_error', message: 'An unexpected error.', request_id: 'id-1' }
    await page.route('**/consensus-iterative', (route) => route.fulfill({ status: 500, json: body }))
    await ask(page, 'What is 2 + 2 + 0?')
    await page.getByText('name the request id-1').waitFor()
    await page.unroute('**/consensus-iterative')
    await page.getByRole('button', { name: 'Try again' }).click()
    await answered(page)
  })

  it('says that it looks for the service while it cannot be reached, and goes on when it is back', async () => {
    const proxy = await startCuttingProxy(served.origin)
    onTestFinished(proxy.close)
    const page = await open(`${proxy.url}/playground#/history`)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    proxy.refuse(true)
    proxy.lose('browser')
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor()
    proxy.refuse(false)
    await page.getByText('Which planet').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('ends the calls of a run that is stopped, and keeps what was said', async () => {
    play = ({ model, gone }) =>
      model === MODELS[0] ? RIGHT : new Promise((resolve) => gone.addEventListener('abort', resolve))
    const page = await open(`${served.origin}/playground`)
    const before = provider.calls.length
    await ask(page, 'What is 4 + 0?')
    await page.getByText('1 of 3 have replied').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('You stopped this run').waitFor()
    await expect
      .poll(() => provider.calls.slice(before).filter(({ gone }) => gone.aborted))
      .toHaveLength(MODELS.length - 1)
    expect(await page.locator('.card').first().textContent()).toContain('4')
    play = () => RIGHT
    await page.getByRole('button', { name: 'Ask again' }).click()
    await answered(page)
  })

  it('joins its run again when the connection is lost in the middle, and pays for nothing twice', async () => {
    const proxy = await startCuttingProxy(served.origin)
    onTestFinished(proxy.close)
    const release = hold()
    const page = await open(`${proxy.url}/playground`)
    const before = provider.calls.length
    await ask(page, 'What is 5 - 1?')
    await status(page, 'Round 1 ')
    proxy.refuse(true)
    proxy.lose('browser')
    await page.getByText('Trying to reach the service').waitFor()
    proxy.refuse(false)
    await status(page, 'Round 1 ')
    release()
    await answered(page)
    expect(provider.calls.length - before).toBe(MODELS.length)
  })

  it('offers to ask again when the run ended while the connection was lost', async () => {
    const proxy = await startCuttingProxy(served.origin)
    onTestFinished(proxy.close)
    const release = hold()
    const page = await open(`${proxy.url}/playground`)
    await ask(page, 'What is 6 - 2?')
    await status(page, 'Round 1 ')
    proxy.refuse(true)
    proxy.lose('browser')
    const client = createEdgeClient({ baseUrl: served.origin, apiKey: KEY })
    await client.stopRun((await client.runs()).runs[0]!.id)
    // As after a restart.
    const body = { status: 404, error: 'not_found', message: 'There is no such run.', request_id: 'id-1' }
    await page.route('**/runs/*', (route) => route.fulfill({ status: 404, json: body }))
    proxy.refuse(false)
    await page.getByText('the run ended with the connection').waitFor()
    release()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await answered(page)
  })

  it('shows hostile texts as texts', async () => {
    play = () => HOSTILE_TEXT
    const page = await open(`${served.origin}/playground`)
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('Kind of answer', { exact: true }).selectOption('open')
    await page.getByLabel('Rounds', { exact: true }).fill('1')
    await ask(page, 'Explain <img src=x onerror="pwned = 1"> to me.')
    await answered(page)
    await page.locator('.answer .hljs-keyword').first().waitFor()
    expect(await page.evaluate('typeof pwned')).toBe('undefined')
    const forbidden =
      'script, iframe, img, object, embed, link, style, form, base, meta, video, svg, [onclick], [onerror], [style]'
    expect(await page.locator('.markdown').locator(forbidden).count()).toBe(0)
    const links = await page
      .locator('.answer .markdown a')
      .evaluateAll((all) =>
        (all as HTMLAnchorElement[]).map(({ href, rel, target }) => ({ href, rel, target })),
      )
    expect(links.map(({ href }) => new URL(href).protocol)).toEqual(['https:', 'https:', 'mailto:'])
    for (const { rel, target } of links)
      expect([rel, target]).toEqual(['noopener noreferrer nofollow', '_blank'])
    expect(await page.locator('.answer').textContent()).toContain('<script>pwned = 2</script>')
  })

  it('shows hostile claims, quotations and objections as texts', async () => {
    const markup = '<img src=x onerror="pwned = 1">'
    const script = '<script>pwned = 2</script>'
    play = (call) => {
      const { phase, shown, points, marker, cite } = readPrompt(call)
      switch (phase) {
        case 'map': {
          const says = [cite(script, shown[0]!.label)]
          return { answers: [], points: [{ text: markup, type: 'fact!', says, denies: [] }], gaps: [] }
        }
        case 'examination':
          return { rulings: points.map(({ label }) => ({ label, verdict: 'depends', why: markup })) }
        case 'synthesis':
          return `${HOSTILE_TEXT}\n\nSo it is [[${marker}:1]].`
        case 'check':
          return { findings: [{ sentence: cite(script), problem: 'unfounded', why: markup }] }
        default:
          return `${HOSTILE_TEXT}\n\nSigned ${call.model}\n\n<panel>\n{"kind": "open"}\n</panel>`
      }
    }
    const page = await open(`${served.origin}/playground`)
    await ask(page, 'Explain <b>markup</b> to me.')
    await answered(page)
    await page.getByRole('button', { name: 'What sentence 1 rests on: conditional' }).click()
    const behind = await page.getByRole('dialog').textContent()
    expect(behind).toContain(markup)
    expect(behind).toContain(`: ${script}`)
    expect(await page.locator('.point').textContent()).toContain(`What it depends on: ${markup}`)
    expect(await page.locator('.findings').textContent()).toContain(`${script}${markup}`)
    const forbidden = 'script, iframe, img, object, embed, link, form, base, meta, [onerror], [onload]'
    expect(await page.locator('article').locator(forbidden).count()).toBe(0)
    expect(await page.evaluate('typeof pwned')).toBe('undefined')
  })

  it('says that a result is not there', async () => {
    const page = await open(`${served.origin}/playground#/results/%3Cimg%20src%3Dx%3E`)
    await page.getByRole('heading', { name: 'This result is not here' }).waitFor()
    await page.getByText('Result <img src=x>').waitFor()
    expect(await page.getByRole('button', { name: /again/ }).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('offers to ask the question of an expired result again, where this browser knows it', async () => {
    const page = await open(`${served.origin}/playground`)
    await page.evaluate(() => {
      const past = { id: 'gone', question: 'What is 0 + 4?', at: 1, outcome: 'consensus', confidence: 0.9 }
      localStorage.setItem('stretto.history', JSON.stringify([past]))
    })
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('link', { name: 'What is 0 + 4?' }).click()
    await page.getByRole('button', { name: 'Edit and ask again' }).click()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await answered(page)
  })

  it('says that an address leads nowhere', async () => {
    const page = await open(`${served.origin}/playground#/elsewhere`)
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page.getByRole('link', { name: 'Ask a question' }).click()
    await page.getByLabel('Question', { exact: true }).waitFor()
  })
})
