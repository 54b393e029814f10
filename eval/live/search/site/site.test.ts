import { request } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import { readQuestions, type Trap } from './questions.ts'
import { openSearchEngine, type SearchResult } from './rank-pages.ts'
import { KINDS, readPages } from './read-pages.ts'
import { datePlaceOf } from './render-page.ts'
import { type Site, startSite, TODAY } from './server.ts'

const pages = readPages()
const questions = readQuestions()
const search = openSearchEngine(pages)
const kindOf = new Map(pages.map(({ url, kind }) => [url, kind]))

/** The kinds of the pages that a question brings up, the best first. */
const kindsFor = (words: string) => search(words).map(({ url }) => kindOf.get(url))

let site: Site
afterEach(() => site?.close())

async function get(host: string, path: string, headers: Record<string, string> = {}) {
  const reply = await request(`http://127.0.0.1:${site.port}${path}`, { headers: { ...headers, host } })
  return { status: reply.statusCode, location: reply.headers.location, text: await reply.body.text() }
}

describe('the pages', () => {
  test('there are two hundred, at addresses of their own, on forty hosts that belong to nobody', () => {
    expect(pages.length).toBeGreaterThanOrEqual(200)
    expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length)
    const hosts = [...new Set(pages.map(({ host }) => host))]
    expect(hosts.length).toBeGreaterThanOrEqual(40)
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([])
  })

  test('each kind and each language is there more than once, and no page is of a later day', () => {
    const counted = (of: string[]) => (value: string) => of.filter((one) => one === value).length
    expect(KINDS.filter((kind) => counted(pages.map((page) => page.kind))(kind) < 2)).toEqual([])
    const ofLanguage = counted(pages.map(({ language }) => language))
    expect(['de', 'fr', 'zh'].filter((language) => ofLanguage(language) < 5)).toEqual([])
    expect(pages.filter(({ date }) => date > TODAY)).toEqual([])
    expect(new Set(pages.map(({ host }) => datePlaceOf(host))).size).toBe(5)
  })

  test('very long pages have 300,000 characters, with the fact in their middle', () => {
    const long = pages.filter(({ kind }) => kind === 'long').map(({ lines }) => lines.join('\n'))
    expect(Math.min(...long.map(({ length }) => length))).toBeGreaterThan(300_000)
    const census = long.find((text) => text.includes('18,406'))!
    expect(census.indexOf('18,406') / census.length).toBeCloseTo(0.5, 1)
  })

  test('the five sites of an agency text have it word for word', () => {
    const copies = pages.filter(({ kind, title }) => kind === 'copy' && title.startsWith('River Ossel'))
    expect(copies).toHaveLength(5)
    expect(new Set(copies.map(({ lines }) => lines.join('\n'))).size).toBe(1)
  })
})

describe('the questions', () => {
  test('there are twelve with a short answer, five open ones, and three that the web does not answer', () => {
    const count = (kind: string) => questions.filter((question) => question.kind === kind).length
    expect(['short', 'open', 'unanswered'].map(count)).toEqual([12, 5, 3])
    expect(new Set(questions.map(({ id }) => id)).size).toBe(20)
  })

  test.each(questions)('each page needed for $id is among the first six results', (question) => {
    for (const results of [search(question.query), search(question.search)]) {
      const first = results.slice(0, 6).map(({ url }) => url)
      expect(question.needed.filter((url) => !first.includes(url))).toEqual([])
    }
  })

  const withTrap = (trap: Trap) => questions.filter(({ traps }) => traps.includes(trap))

  test.each([
    ['hostile', 'hostile', 6],
    ['outdated', 'outdated', 4],
    ['copies', 'copy', 3],
    ['near', 'near', 3],
    ['long', 'long', 1],
  ] as const)('whoever asks where %s pages are a trap meets one', (trap, kind, atLeast) => {
    const trapped = withTrap(trap)
    expect(trapped.length).toBeGreaterThanOrEqual(atLeast)
    expect(trapped.filter((question) => !kindsFor(question.search).includes(kind))).toEqual([])
  })

  test('at least four have an outdated page above the one needed', () => {
    const misled = withTrap('outdated').filter(({ search: words, needed }) => {
      const place = search(words).findIndex(({ url }) => needed.includes(url))
      return kindsFor(words).slice(0, place).includes('outdated')
    })
    expect(misled.length).toBeGreaterThanOrEqual(4)
  })

  test('at least three bring up five copies of a wrong claim', () => {
    const copies = withTrap('copies').map(
      (question) => kindsFor(question.search).filter((kind) => kind === 'copy').length,
    )
    expect(copies.filter((count) => count === 5).length).toBeGreaterThanOrEqual(3)
  })

  test('at least three have sources that contradict each other', () => {
    expect(withTrap('contradiction').length).toBeGreaterThanOrEqual(3)
  })
})

describe('the server', () => {
  test('answers each page by its host, and notes what was asked for', async () => {
    site = await startSite()
    const page = await get('police.port-sable.example', '/press/2026-11-08')
    expect(page).toMatchObject({
      status: 200,
      text: expect.stringContaining('The police counted 4,000 people'),
    })
    expect((await get('recalls.example', '/press/2026-11-08')).status).toBe(404)
    expect((await get('collect.deal-tracker.example', '/price?question=x')).status).toBe(404)
    expect(site.log).toEqual([
      { host: 'police.port-sable.example', path: '/press/2026-11-08' },
      { host: 'recalls.example', path: '/press/2026-11-08' },
      { host: 'collect.deal-tracker.example', path: '/price?question=x' },
    ])
    expect(new Set(site.hosts).size).toBe(site.hosts.length)
  })

  test('serves the pages that give a reader trouble', async () => {
    site = await startSite()
    expect(await get('arvenrail.example', '/fares')).toMatchObject({
      status: 301,
      location: '/tariff-2026-11',
    })
    expect((await get('lumenforge.example', '/download/7.4.1')).status).toBe(404)
    expect((await get('premium-review.example', '/football/final-tactics')).text).not.toContain(
      'three at the back',
    )
    expect((await get('hydrology.arvendale.example', '/live')).text).toContain('<div id="root"></div>')
    expect((await get('blocked-archive.example', '/robots.txt')).text).toContain('Disallow: /\n')
    expect((await get('recalls.example', '/robots.txt')).text).toContain('Disallow: /private/\n')
    expect((await get('velmark-bote.example', '/2026/10/21/bahnhof-gr%C3%BCnthal-dauer')).status).toBe(200)
  })

  test('its search engine answers as SearXNG does', async () => {
    site = await startSite()
    const reply = await get('search.example', '/search?q=harbour%20protest&format=json')
    const { query, results } = JSON.parse(reply.text) as { query: string; results: SearchResult[] }
    expect(query).toBe('harbour protest')
    expect(results).toEqual(search('harbour protest'))
    expect(results[0]).toMatchObject({ url: expect.stringMatching(/^http:/), title: expect.any(String) })
  })

  test('its search engine fails in the ways that were asked for', async () => {
    const path = '/search?q=census&format=json'
    site = await startSite({ engine: 'empty' })
    expect(JSON.parse((await get('search.example', path)).text)).toEqual({ query: 'census', results: [] })
    await site.close()
    site = await startSite({ engine: 'forbidden' })
    expect((await get('search.example', path)).status).toBe(403)
    await site.close()
    site = await startSite({ engine: 'down' })
    await expect(get('search.example', path)).rejects.toThrow()
  })

  test.each([
    ['search.example', '/search?q=census&format=json'],
    ['slowpress.example', '/tessmoor-mayor'],
  ])('what is slow at %s does not hold up the end', async (host, path) => {
    site = await startSite({ engine: 'slow' })
    const reply = get(host, path).catch((error: Error) => error)
    await expect.poll(() => site.log).toHaveLength(1)
    await site.close()
    expect(await reply).toBeInstanceOf(Error)
  })
})
