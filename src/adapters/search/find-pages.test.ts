import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SearchHit, SearchOutcome } from './engines.ts'
import { createFindPages, joinCopies } from './find-pages.ts'
import type { OpenPage } from './pages/open-page.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const hit = (url: string, fields: Partial<SearchHit> = {}): SearchHit => {
  return { url, title: `Title of ${url}`, snippet: '', date: null, ...fields }
}
/** A text of its own for every seed. */
const textOf = (seed: string) => Array.from({ length: 40 }, (_, place) => `${seed}${place}`).join(' ')
const opening: OpenPage = async (url) => ({ url, title: 'A page', date: null, text: textOf(url) })

interface World {
  hits?: Record<string, SearchHit[] | { problem: string }>
  openPage?: OpenPage
  allowed?: string[]
  blocked?: string[]
}

/** Finds pages with an engine that knows these queries, and counts what it was asked. */
function finderIn({ hits = {}, openPage = opening, allowed = [], blocked = [] }: World) {
  const asked: string[] = []
  const opened: string[] = []
  const findPages = createFindPages({
    search: async (query): Promise<SearchOutcome> => {
      asked.push(query)
      const known = hits[query] ?? []
      return Array.isArray(known) ? { hits: known } : known
    },
    openPage: (url, signal) => {
      opened.push(url)
      return openPage(url, signal)
    },
    embed: async (texts) => texts.map(() => new Float32Array([1])),
    ...{ allowed, blocked },
  })
  const find = (queries: string[], signal = new AbortController().signal) =>
    findPages({ question: 'What is it?', queries, signal })
  return { find, asked, opened }
}

describe('the pages of a search', () => {
  it('are those of all queries in turns, each once, however its address is written', async () => {
    const { find, asked, opened } = finderIn({
      hits: {
        one: [hit('https://a.example/x/?utm_source=n&id=1#top'), hit('https://b.example/')],
        two: [hit('https://c.example'), hit('http://a.example/x?id=1'), hit('https://a.example/x?id=2')],
      },
    })
    const { pages, searches, problem } = await find(['one', 'two'])
    expect(asked).toEqual(['one', 'two'])
    expect(opened).toEqual([
      'https://a.example/x/?utm_source=n&id=1#top',
      'https://c.example',
      'https://b.example/',
      'https://a.example/x?id=2',
    ])
    expect({ found: pages.map(({ url }) => url), searches, problem }).toEqual({
      found: opened,
      searches: 2,
      problem: null,
    })
  })

  it('are at most two of a host, six that are opened, and five in all', async () => {
    const same = ['https://www.a.example/1', 'https://a.example/2', 'https://a.example/3']
    const more = Array.from({ length: 8 }, (_, place) => `https://b${place}.example/`)
    const { find, opened } = finderIn({ hits: { one: [...same, ...more].map((url) => hit(url)) } })
    const { pages } = await find(['one'])
    expect(opened).toEqual([...same.slice(0, 2), ...more.slice(0, 4)])
    expect(pages.map(({ url }) => url)).toEqual(opened.slice(0, 5))
  })

  it('are only of allowed domains and none of blocked ones, also where an address leads elsewhere', async () => {
    const urls = [
      'a.example',
      'sub.a.example',
      'nota.example',
      'bad.a.example',
      'x.bad.a.example.',
      'go.a.example',
    ]
    const { find, opened } = finderIn({
      hits: { one: urls.map((host) => hit(`https://${host}/`)) },
      openPage: (url, signal) => opening(url.includes('go.') ? 'https://nota.example/' : url, signal),
      allowed: ['a.example'],
      blocked: ['bad.a.example'],
    })
    const { pages } = await find(['one'])
    expect(opened).toEqual(['https://a.example/', 'https://sub.a.example/', 'https://go.a.example/'])
    expect(pages.map(({ url }) => url)).toEqual(['https://a.example/', 'https://sub.a.example/'])
    const none = await finderIn({ hits: { one: [hit('https://a.example/')] }, blocked: ['example'] }).find([
      'one',
    ])
    expect(none.problem).toContain('only pages on domains')
  })

  it('have their own title and date, or those of the engine', async () => {
    const pages: Record<string, { title: string; date: string | null }> = {
      'https://a.example/': { title: 'Its own', date: '2026-05-06' },
      'https://b.example/': { title: '', date: null },
    }
    const { find } = finderIn({
      hits: { one: Object.keys(pages).map((url) => hit(url, { date: '2026-01-02' })) },
      openPage: async (url) => ({ url, ...pages[url]!, text: textOf(url) }),
    })
    const found = (await find(['one'])).pages.map(({ title, date }) => [title, date])
    expect(found).toEqual([
      ['Its own', '2026-05-06'],
      ['Title of https://b.example/', '2026-01-02'],
    ])
  })

  it('have the words of the engine where they cannot be opened or say nothing, if those are enough', async () => {
    const words = textOf('snippet').slice(0, 80)
    const { find } = finderIn({
      hits: {
        one: [
          hit('https://a.example/', { snippet: words, date: '2026-01-02' }),
          hit('https://b.example/', { snippet: words.slice(1) }),
          hit('https://c.example/', { snippet: `else ${textOf('other')}` }),
          hit('https://d.example/', { snippet: `more ${textOf('third')}` }),
        ],
      },
      openPage: async (url) => {
        return url.includes('d.')
          ? { url, title: '', date: null, text: 'Loading…' }
          : { problem: 'It is gone.' }
      },
    })
    const { pages, problem } = await find(['one'])
    expect(pages.map(({ url }) => url)).toEqual([
      'https://a.example/',
      'https://c.example/',
      'https://d.example/',
    ])
    expect(pages[0]).toEqual({
      url: 'https://a.example/',
      site: 'a.example',
      title: 'Title of https://a.example/',
      date: '2026-01-02',
      text: words,
      copies: [],
      excerpt: true,
    })
    expect(problem).toBeNull()
  })

  it('with the same text are one source: the earliest, else the best, at the place of the best', async () => {
    const texts: Record<string, [text: string, date: string | null]> = {
      'https://a.example/': [textOf('same'), '2026-03-01'],
      'https://b.example/': [textOf('own'), null],
      'https://c.example/': [`Menu. ${textOf('SAME')}, and more.`, '2026-02-01'],
      'https://d.example/': [textOf('same').slice(0, 150), null],
      'https://e.example/': [textOf('own'), null],
    }
    const { find } = finderIn({
      hits: { one: Object.keys(texts).map((url) => hit(url)) },
      openPage: async (url) => ({ url, title: '', text: texts[url]![0], date: texts[url]![1] }),
    })
    const found = (await find(['one'])).pages.map(({ url, copies }) => [url, copies])
    expect(found).toEqual([
      ['https://c.example/', ['https://a.example/', 'https://d.example/']],
      ['https://b.example/', ['https://e.example/']],
    ])
  })

  it.each([
    ['a part of it', textOf('a').split(' ').slice(0, 30).join(' ')],
    ['it and more', `${textOf('a')} ${textOf('b')}`],
  ])('are no other’s that has %s, whatever day that gives', async (_what, text) => {
    const { find } = finderIn({
      hits: { one: [hit('https://a.example/'), hit('https://b.example/')] },
      openPage: async (url) => {
        const isOther = url === 'https://b.example/'
        return {
          url,
          title: 'A page',
          date: isOther ? '1990-01-01' : '2026-11-18',
          text: isOther ? text : textOf('a'),
        }
      },
    })
    const { pages } = await find(['one'])
    expect(pages.map(({ url, copies }) => [url, copies])).toEqual([
      ['https://a.example/', ['https://b.example/']],
    ])
  })
})

describe('a search', () => {
  const hits = { one: [hit('https://a.example/')] }

  it('is made once within ten minutes, however it is written', async () => {
    let time = 1
    vi.spyOn(performance, 'now').mockImplementation(() => time)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { find, asked } = finderIn({ hits })
    expect((await find(['one', ' ONE '])).searches).toBe(1)
    time += 10 * 60 * 1000
    vi.advanceTimersByTime(1)
    const again = await find(['  one'])
    expect([again.searches, again.pages.length]).toEqual([0, 1])
    time++
    vi.advanceTimersByTime(1)
    expect((await find(['one'])).searches).toBe(1)
    expect(asked).toHaveLength(2)
  })

  it('is made again at once where it failed, and says why', async () => {
    const failing = { one: { problem: 'The engine is down.' } }
    const { find, asked } = finderIn({ hits: failing })
    for (let time = 0; time < 2; time++)
      expect(await find(['one'])).toEqual({ pages: [], searches: 1, problem: 'The engine is down.' })
    expect(asked).toHaveLength(2)
  })

  it('says which part of it failed beside what was found', async () => {
    const { find } = finderIn({ hits: { ...hits, two: { problem: 'It takes no more.' } } })
    const { pages, problem } = await find(['one', 'two'])
    expect([pages.length, problem]).toEqual([1, 'It takes no more.'])
  })

  it('says that nothing was found, or that nothing could be read', async () => {
    expect((await finderIn({}).find(['one'])).problem).toBe('The search found no pages.')
    const refused = finderIn({ hits, openPage: async () => ({ problem: 'It is gone.' }) })
    expect((await refused.find(['one'])).problem).toMatch(/could be read: It is gone\.$/)
  })

  it('goes on for the others when one caller leaves', async () => {
    const answers: Array<(outcome: SearchOutcome) => void> = []
    const search = vi.fn(() => new Promise<SearchOutcome>((resolve) => answers.push(resolve)))
    const findPages = createFindPages({
      ...{ search, openPage: opening, embed: async () => [], allowed: [], blocked: [] },
    })
    const leaving = new AbortController()
    const asked = { question: 'What?', queries: ['one'] }
    const one = findPages({ ...asked, signal: leaving.signal })
    const other = findPages({ ...asked, signal: new AbortController().signal })
    leaving.abort()
    expect(await one).toEqual({
      pages: [],
      searches: 1,
      problem: 'The search took too long and was given up.',
    })
    answers[0]!({ hits: hits.one })
    const { pages, searches } = await other
    expect([pages.length, searches]).toEqual([1, 0])
    expect(search).toHaveBeenCalledOnce()
  })

  it('chooses passages by words alone where there is no time for vectors', async () => {
    const leaving = new AbortController()
    const findPages = createFindPages({
      search: async () => ({ hits: hits.one }),
      openPage: async (url) => ({ url, title: 'A page', date: null, text: `${textOf(url)}. `.repeat(40) }),
      embed: () => {
        leaving.abort()
        return new Promise(() => {})
      },
      ...{ allowed: [], blocked: [] },
    })
    const { pages } = await findPages({ question: 'What?', queries: ['one'], signal: leaving.signal })
    expect(pages).toMatchObject([{ text: expect.stringContaining(hits.one[0]!.url) }])
  })

  it('stops opening pages when its caller leaves, and begins nothing for one who has left', async () => {
    const leaving = new AbortController()
    const { find, asked } = finderIn({
      hits,
      openPage: async () => {
        leaving.abort()
        return { problem: 'It was given up.' }
      },
    })
    expect((await find(['one'], leaving.signal)).problem).toBe('The search took too long and was given up.')
    expect(await find(['two'], leaving.signal)).toMatchObject({ searches: 0, pages: [] })
    expect(asked).toEqual(['one'])
  })
})

it('other work has its turn while pages are compared', async () => {
  const pages = ['a', 'b', 'c'].map((url) => ({
    url,
    site: url,
    title: url,
    date: null,
    text: `${url} text of its own`,
  }))
  const order: string[] = []
  const other = nextTurn().then(() => order.push('other'))
  await joinCopies(pages)
  order.push('joined')
  await other
  expect(order).toEqual(['other', 'joined'])
})
