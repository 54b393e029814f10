import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { EdgeEvent } from '../../src/client/index.ts'
import type { SearchedPage, WebSearch } from '../../src/contract/search.ts'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'

const RECORDED: { events: EdgeEvent[] } = JSON.parse(
  readFileSync(new URL('../../playground/recordings/runs/explanation.json', import.meta.url), 'utf8'),
)
const RESULT = RECORDED.events.find((event) => event.type === 'result')!.data

const SENTENCES = [
  'The Halden bridge was opened in May and has **12 spans**.',
  'It is the longest in the county.',
  'Nobody knows who designed it.',
]
const ANSWER = SENTENCES.join(' ')
const HOSTILE = '<img src=x onerror="pwned = 1">[free](javascript:pwned=2)'

function on(place: number, quote: string): SearchedPage['citations'][number] {
  const text = SENTENCES[place]!
  const start = ANSWER.indexOf(text)
  return { start, end: start + text.length, text, quote }
}
const page = (address: string, title: string, more: Partial<SearchedPage> = {}): SearchedPage => ({
  ...{ url: address, title, date: null, copies: [], citations: [], contradictions: [] },
  ...more,
})
const SEARCH: WebSearch = {
  queries: ['Halden bridge spans', 'Halden bridge opening'],
  problem: 'One of the pages could not be read.',
  pages: [
    page('https://www.register.example/bridges/halden', 'Register of bridges: the bridge of Halden', {
      date: '2026-11-18',
      copies: ['https://copy.example/1', 'https://copy.example/2'],
      citations: [on(0, 'Opened in May, it has 12 spans.'), on(1, 'No bridge of the county is longer.')],
    }),
    page('https://paper.example/old', 'Plans for a bridge'),
    page('https://paper.example/news', HOSTILE, {
      date: '2026-10-02',
      citations: [on(0, `${HOSTILE} The new bridge stands on 12 spans`)],
      contradictions: [on(1, `The bridge of Moss is longer.${' It is said to be very long.'.repeat(6)}`)],
    }),
    page('javascript:pwned=3', 'An address that is none', { citations: [on(1, 'The longest of all.')] }),
    page('https://blog.example/x', `W${'o'.repeat(150)}w`),
  ],
}

const NARROW = { viewport: { width: 360, height: 740 } }
const WIDE = { viewport: { width: 1200, height: 900 } }
const STILL = { reducedMotion: 'reduce' } as const
const SIZES = [NARROW, { ...NARROW, colorScheme: 'dark' }, WIDE, { ...WIDE, colorScheme: 'dark' }] as const

describeInBrowser('a web search on the page', () => {
  let browser: Browser
  let served: ServedPlayground
  const complaints: string[] = []

  beforeAll(async () => {
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground()])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const open = (options: object) =>
    openPage(browser, `${served.origin}/playground`, { ...options, complaints })

  /** Plays these events in place of a recording. */
  async function play(events: EdgeEvent[], options: object): Promise<Page> {
    const opened = await open({ ...STILL, ...options })
    const recording = {
      question: 'How many spans?',
      earlier: [],
      playedOn: '2026-11-19',
      planted: '',
      events,
    }
    await opened.route('**/playground/fact-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export default ${JSON.stringify(recording)}`,
      }),
    )
    await opened.getByRole('link', { name: 'Recording: A fact' }).click()
    await web(opened).waitFor()
    return opened
  }
  const web = (opened: Page) => opened.getByRole('region', { name: 'From the web', exact: true })
  const fits = async (opened: Page, { viewport: { width } }: (typeof SIZES)[number]) => {
    expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await accessibilityProblems(opened)).toEqual([])
  }

  it.each(SIZES)('shows what was searched for and found while the models answer: %o', async (size) => {
    const { queries, pages, problem } = SEARCH
    const begun = RECORDED.events.slice(0, 3)
    const opened = await play(
      [...begun, { type: 'pages-found', data: { queries, pages: shown(pages), problem } }],
      size,
    )
    await opened.getByText('Each model answers alone, with 5 web pages').first().waitFor()
    expect(await web(opened).textContent()).toContain('5 web pages found')
    await web(opened).getByText('Searched for “Halden bridge spans” and “Halden bridge opening”.').waitFor()
    expect(await web(opened).getByText(problem!).isVisible()).toBe(true)
    expect(await web(opened).getByRole('link').count()).toBe(4)
    expect(await web(opened).getByText(HOSTILE).isVisible()).toBe(true)
    await fits(opened, size)
  })

  it.each(SIZES)('shows which page says what of the answer, and which denies it: %o', async (size) => {
    const { citations: _, ...result } = {
      ...RESULT,
      final_answer: ANSWER,
      confidence_kind: 'supported' as const,
    }
    const opened = await play(
      [RECORDED.events[0]!, { type: 'result', data: { ...result, search: SEARCH } }],
      size,
    )
    const items = web(opened).locator('ol > li')
    expect(await items.count()).toBe(3)
    expect(await items.nth(0).textContent()).toContain('register.example2026-11-182 copies elsewhere')
    expect(await items.nth(0).locator('.sentence').allTextContents()).toEqual([
      'The Halden bridge was opened in May and has 12 spans.',
      SENTENCES[1],
    ])
    expect(await items.nth(1).getByRole('link').textContent()).toBe(HOSTILE)
    expect(await items.nth(1).locator('.denies').textContent()).toContain('says otherwise The bridge of Moss')
    expect(await items.nth(2).getByRole('link').count()).toBe(0)
    await web(opened).getByText('2 pages found but not cited').click()
    await web(opened).getByRole('link', { name: 'Plans for a bridge' }).waitFor()
    const references = opened.locator('.page-reference')
    expect(await references.allTextContents()).toEqual([
      'On web page [1]',
      'On web page [2]',
      'On web page [1]',
      'Otherwise on web page [≠2]',
      'On web page [3]',
    ])
    for (const link of await opened.locator('.answer, .web').getByRole('link').all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:/)
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
      expect(await link.getAttribute('target')).toBe('_blank')
    }
    expect(await opened.evaluate('typeof pwned')).toBe('undefined')
    await fits(opened, size)
  })

  it('names pages beside the points that a passage rests on, and beside an answer that is one sentence', async () => {
    const { text, end } = RESULT.citations![0]!
    const said = { ...on(0, 'So it is.'), text, end }
    const search = {
      ...SEARCH,
      problem: null,
      pages: [page('https://a.example/', 'A', { citations: [said] })],
    }
    const opened = await play([RECORDED.events[0]!, { type: 'result', data: { ...RESULT, search } }], WIDE)
    const numbers = opened.locator('.answer').locator('.citation, .page-reference')
    expect((await numbers.allTextContents()).slice(0, 3)).toEqual(['1', 'On web page [1]', '2'])
    await fits(opened, WIDE)
    const short = {
      ...RESULT,
      ...{ kind: 'closed' as const, answer: text, final_answer: text, citations: [], search },
    }
    const other = await play([RECORDED.events[0]!, { type: 'result', data: short }], WIDE)
    expect(await other.locator('.short-answer .page-reference').count()).toBe(1)
  })

  it('can be chosen where the service can search, and is sent with the question', async () => {
    const opened = await open({})
    const field = opened.getByLabel('Web search')
    await opened.getByText('Options', { exact: true }).click()
    await opened.getByLabel('Kind of answer').waitFor()
    expect(await field.count()).toBe(0)
    await opened.route('**/models', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), search: true } })
    })
    await opened.reload()
    await opened.getByText('Options', { exact: true }).click()
    await field.selectOption('If most models ask for it')
    expect(await accessibilityProblems(opened)).toEqual([])
    await opened.getByLabel('Question', { exact: true }).fill('What is the speed of light?')
    const [request] = await Promise.all([
      opened.waitForRequest(
        (one) => one.url().endsWith('/consensus-iterative') && !one.postDataJSON().dry_run,
      ),
      opened.getByRole('button', { name: 'Ask', exact: true }).click(),
    ])
    expect(request.postDataJSON()).toMatchObject({ search: 'auto' })
    await opened.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  })
})

function shown(pages: SearchedPage[]) {
  return pages.map(({ url, title, date }) => ({ url, title, date }))
}
