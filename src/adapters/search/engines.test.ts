import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchResponse } from '../models/providers/fetch-response.ts'
import { openResponse } from '../models/providers/open-response.ts'
import { createSearch } from './engines.ts'

const KEY = 'BSA-5f1c9e02-secret'

type Script = (response: ServerResponse, request: IncomingMessage) => unknown

let script: Script
let base: string
let received: Array<{ request: string; headers: IncomingMessage['headers']; body: unknown }>
const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? await json(request) : null
  received.push({ request: `${request.method} ${request.url}`, headers: request.headers, body })
  script(response, request)
})

beforeEach(async () => {
  received = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  vi.useRealTimers()
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
})

const sending = (body: unknown): Script => {
  return (response) => response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const refusing = (status: number): Script => {
  return (response) => response.writeHead(status, { location: 'http://other.example/' }).end(`no, ${KEY}`)
}

describe.each([
  ['undici', openResponse],
  ['fetch', fetchResponse],
])('a search by %s', (_, openHttp) => {
  const search = (
    engine: 'searxng' | 'brave' | 'tavily',
    query = 'tides of the moon',
    { baseUrl = base } = {},
  ) => createSearch({ engine, baseUrl, apiKey: KEY, openHttp })(query)
  const problemOf = async (...asked: Parameters<typeof search>) => {
    const outcome = await search(...asked)
    const { problem } = outcome as { problem: string }
    expect(problem, JSON.stringify(outcome)).toMatch(/^[A-Z].*\.$/)
    expect(problem).not.toContain(KEY)
    return problem
  }

  it('has nothing in what it names that a terminal obeys or nobody sees', async () => {
    const [url, title] = ['https://a.example/\u001b]0;x\u0007\n2. b', '\u202eNe\u200bws\u{e0041} &#27;[2J']
    script = sending({ results: [{ url, title, content: title }] })
    const shown = 'News [2J'
    expect(await search('searxng')).toEqual({
      hits: [{ url: 'https://a.example/%1B]0;x%072.%20b', title: shown, snippet: shown, date: null }],
    })
  })

  it('asks SearXNG for JSON, without a key', async () => {
    script = sending({
      results: [
        {
          url: 'https://moon.example/tides',
          title: ' The\n tides ',
          content: 'It pulls.',
          publishedDate: '2026-03-01T00:00:00',
        },
        { url: 'https://sea.example/', title: null },
      ],
    })
    expect(await search('searxng', 'a b&c', { baseUrl: `${base}/find/` })).toEqual({
      hits: [
        { url: 'https://moon.example/tides', title: 'The tides', snippet: 'It pulls.', date: '2026-03-01' },
        { url: 'https://sea.example/', title: '', snippet: '', date: null },
      ],
    })
    expect(received[0]!.request).toBe('GET /find/search?format=json&q=a+b%26c')
    expect(JSON.stringify(received)).not.toContain(KEY)
  })

  it('knows the day of a page that several engines of SearXNG found, though it joins them without', async () => {
    const page = { url: 'https://moon.example/', title: 'Moon', content: 'It pulls.', publishedDate: null }
    script = sending({ results: [{ ...page, pubdate: '2026-02-02 00:00:00' }] })
    expect(await search('searxng')).toMatchObject({ hits: [{ date: '2026-02-02' }] })
  })

  it.each([
    ['!!g !wp :de <3 !!:de tides', 'g wp de 3 de tides'],
    ['a\u001c!!g', 'a\u001cg'],
    ['1 <2, x!=y, a != b, "C++": why!', '1 2, x!=y, a != b, "C++": why!'],
  ])('lets no query tell SearXNG whom to ask: %j', async (query, sent) => {
    script = sending({ results: [] })
    await search('searxng', query)
    expect(new URL(received[0]!.request.slice(4), base).searchParams.get('q')).toBe(sent)
  })

  it('asks Brave with its key, and takes its marks out', async () => {
    const page = {
      url: 'https://moon.example/',
      title: 'Moon &amp; <strong>tides</strong>',
      description: 'Twice a <strong>day</strong>, x &lt; y.',
      page_age: '2026-02-03T04:05:06',
    }
    script = sending({ type: 'search', web: { results: [page] } })
    expect(await search('brave')).toEqual({
      hits: [{ url: page.url, title: 'Moon & tides', snippet: 'Twice a day, x < y.', date: '2026-02-03' }],
    })
    expect(received[0]).toMatchObject({
      request: 'GET /res/v1/web/search?q=tides+of+the+moon&count=10',
      headers: { 'x-subscription-token': KEY },
    })
  })

  it('asks Tavily with its key', async () => {
    const page = { url: 'https://moon.example/', title: 'Moon', content: 'Twice.', score: 0.9 }
    script = sending({ results: [{ ...page, published_date: 'Tue, 03 Feb 2026 23:05:06 GMT' }] })
    expect(await search('tavily')).toEqual({
      hits: [{ url: page.url, title: 'Moon', snippet: 'Twice.', date: '2026-02-03' }],
    })
    expect(received[0]).toMatchObject({
      request: 'POST /search',
      headers: { authorization: `Bearer ${KEY}` },
      body: { query: 'tides of the moon', max_results: 10, search_depth: 'basic' },
    })
  })

  it('may find nothing', async () => {
    script = sending({ type: 'search', results: [] })
    for (const engine of ['searxng', 'brave', 'tavily'] as const)
      expect(await search(engine), engine).toEqual({ hits: [] })
  })

  it('skips what is no page, and takes at most ten', async () => {
    const others = [null, 'page', {}, { url: 7 }, { url: 'ftp://a.example/' }, { url: 'https://' }]
    const pages = Array.from({ length: 12 }, (_, place) => ({ url: `https://a.example/${place}` }))
    script = sending({ results: [...others, ...pages] })
    const { hits } = (await search('searxng')) as { hits: unknown[] }
    expect(hits).toHaveLength(10)
    expect(hits[0]).toMatchObject({ url: 'https://a.example/0' })
  })

  it('says which engines SearXNG had no answer from where it found nothing', async () => {
    script = sending({ results: [], unresponsive_engines: [['google', 'CAPTCHA'], ['bing', 'timeout'], 3] })
    expect(await problemOf('searxng')).toContain('these did not answer: google – CAPTCHA, bing – timeout, 3.')
  })

  it('says how to let SearXNG offer JSON', async () => {
    script = refusing(403)
    expect(await problemOf('searxng')).toBe(
      'SearXNG refused the search (status 403): it does not offer JSON; add json to search.formats in its settings.yml.',
    )
  })

  it.each([
    ['brave', 401, 'check BRAVE_API_KEY'],
    ['brave', 422, 'check BRAVE_API_KEY'],
    ['tavily', 403, 'check TAVILY_API_KEY'],
    ['brave', 429, 'it takes no more now'],
    ['searxng', 429, 'its limiter is for browsers'],
    ['tavily', 432, 'its credit is spent'],
    ['searxng', 404, 'check SEARCH'],
    ['tavily', 302, 'set its final address in TAVILY_BASE_URL'],
    ['searxng', 502, 'SearXNG failed (status 502)'],
  ] as const)('says what to do where %s refuses with %i', async (engine, status, advice) => {
    script = refusing(status)
    expect(await problemOf(engine)).toContain(advice)
  })

  it('says that the engine is down', async () => {
    const { port } = server.address() as AddressInfo
    server.close()
    server.closeAllConnections()
    const problem = await problemOf('brave', 'tides', { baseUrl: `http://127.0.0.1:${port}` })
    expect(problem).toBe('The connection to Brave Search failed (ECONNREFUSED).')
    await new Promise<void>((resolve) => server.listen(0, resolve))
  })

  it('says that the connection was lost', async () => {
    script = (response) => response.destroy()
    expect(await problemOf('brave')).toContain('The connection to Brave Search failed')
  })

  it.each<[string, Script]>([
    ['begins', () => {}],
    ['ends', (response) => response.writeHead(200).write('{"results":')],
  ])('waits only so long until a response %s', async (_, silent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    script = (response, request) => {
      silent(response, request)
      vi.advanceTimersByTime(8_000)
    }
    expect(await problemOf('tavily')).toBe('Tavily did not answer within 8 seconds.')
  })

  it.each<[string, unknown, string]>([
    ['a page', '<html></html>', 'Tavily sent something that is not JSON: check TAVILY_BASE_URL.'],
    ['nothing', '', 'Tavily sent something that is not JSON: check TAVILY_BASE_URL.'],
    ['another shape', { results: { a: 1 } }, 'Tavily sent JSON without a list of results.'],
    ['no object', [1], 'Tavily sent JSON without a list of results.'],
    ['more than is read', `"${'a'.repeat(1024 * 1024)}"`, 'Tavily sent more than 1048576 bytes.'],
  ])('says that the engine sent %s', async (_, body, problem) => {
    script = sending(body)
    expect(await problemOf('tavily')).toBe(problem)
  })

  it('says that Brave sent another shape', async () => {
    script = sending({ web: { pages: [] } })
    expect(await problemOf('brave')).toBe('Brave Search sent JSON without a list of results.')
  })

  it('fails in words where the key cannot be sent', async () => {
    script = sending({ results: [] })
    const outcome = await createSearch({ engine: 'tavily', baseUrl: base, apiKey: 'key–ł', openHttp })('a')
    expect(outcome).toMatchObject({ problem: expect.stringMatching(/^The connection to Tavily failed/) })
    expect(JSON.stringify(outcome)).not.toContain('key–')
  })
})
