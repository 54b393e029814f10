import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { getDomain } from 'tldts'
import type { Embed, FindPages, FoundPage } from '../../engine/index.ts'
import { collapseSpaces } from '../../language/words.ts'
import { stableHash } from '../../utils/stable-hash.ts'
import { unlessAborted } from '../../utils/time-limits.ts'
import type { SearchEngine, SearchHit, SearchOutcome } from './engines.ts'
import type { OpenedPage, OpenPage } from './pages/open-page.ts'
import { LONGEST_READ, pageWords, passagesOf } from './passages.ts'

interface FindPagesOptions {
  search: SearchEngine
  openPage: OpenPage
  embed: Embed
  /** Domains that alone are used, with their subdomains; all where there are none. */
  allowed: string[]
  /** Domains that are not used. */
  blocked: string[]
}

const MOST_OPENED = 6
const MOST_PAGES = 5
const MOST_OF_ONE_HOST = 2
/** A shorter text says too little to stand for a page. */
const SHORTEST_TEXT = 80
const KEPT = { max: 256, ttl: 10 * 60 * 1000 }

/** Finds pages for a question: searches, opens what was found, and chooses the passages that bear on the question. */
export function createFindPages(options: FindPagesOptions): FindPages {
  const { openPage, embed } = options
  const searchOnce = sharedSearch(options.search)
  const isUsed = hostFilter(options)

  async function open(url: string, signal: AbortSignal): Promise<OpenedPage> {
    const page = await openPage(url, signal)
    // It may have led elsewhere.
    return 'problem' in page || isUsed(page.url)
      ? page
      : { problem: 'It leads to a domain that is not used.' }
  }

  return async ({ question, queries, signal }) => {
    const begun = signal.aborted ? [] : queries.map(searchOnce)
    const searches = begun.filter(({ isNew }) => isNew).length
    const all = () => Promise.all(begun.map(({ outcome }) => outcome))
    const outcomes = await unlessAborted(signal, all).catch(() => [])

    const lists = outcomes.map((outcome) => ('problem' in outcome ? [] : outcome.hits))
    const hits = bestHits(lists, isUsed)
    const opened = await Promise.all(hits.map(({ url }) => open(url, signal)))
    if (signal.aborted) return { pages: [], searches, problem: 'The search took too long and was given up.' }

    const pages = opened.flatMap((page, rank) => textOf(page, hits[rank]!))
    const sources = (await joinCopies(onceEach(pages))).slice(0, MOST_PAGES)
    const read = await Promise.all(
      sources.map(async (source) => ({
        ...source,
        // Without the time for vectors, the words alone decide.
        text: await passagesOf({
          ...{ text: source.text, question, queries },
          embed: (texts) => unlessAborted(signal, () => embed(texts)),
        }),
      })),
    )
    const found = read.filter(({ text }) => text !== '')
    const problems = outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome.problem] : []))
    if (problems.length === 0 && found.length === 0) problems.push(whyNone(lists.flat(), hits, opened))
    return { pages: found, searches, problem: [...new Set(problems)].join(' ') || null }
  }
}

/** The same search is made once within minutes, and those who ask for it meanwhile wait for the same one. */
function sharedSearch(search: SearchEngine) {
  const lately = new LRUCache<string, Promise<SearchOutcome>>(KEPT)
  return (query: string) => {
    const key = collapseSpaces(query.normalize('NFKC')).toLowerCase()
    const earlier = lately.get(key)
    if (earlier !== undefined) return { outcome: earlier, isNew: false }
    const outcome = search(query)
    lately.set(key, outcome)
    // What went wrong may go right the next time.
    outcome.then((known) => 'problem' in known && lately.delete(key))
    return { outcome, isNew: true }
  }
}

/** Whether a page may be used, by the domain of its address. */
function hostFilter({ allowed, blocked }: Pick<FindPagesOptions, 'allowed' | 'blocked'>) {
  const covers = (domains: string[], host: string) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
  return (url: string) => {
    const host = new URL(url).hostname.replace(/\.$/, '')
    return !covers(blocked, host) && (allowed.length === 0 || covers(allowed, host))
  }
}

/** The best hits of all lists, taken in turns: each page once, and few of the same host. */
function bestHits(lists: SearchHit[][], isUsed: (url: string) => boolean): SearchHit[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const inTurns = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
  const hosts = new Map<string, number>()
  const hasRoom = ({ url }: SearchHit) => {
    const host = new URL(url).hostname.replace(/^www\.|\.$/g, '')
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
    return hosts.get(host)! <= MOST_OF_ONE_HOST
  }
  return onceEach(inTurns.flat().filter(({ url }) => isUsed(url)))
    .filter(hasRoom)
    .slice(0, MOST_OPENED)
}

function onceEach<Page extends { url: string }>(pages: Page[]): Page[] {
  const seen = new Set<string>()
  return pages.filter(({ url }) => seen.size < seen.add(pageKey(url)).size)
}

/** Parameters that say where a reader came from. */
const TRACKING =
  /^(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hsenc|_hsmi)$/i

/** What is the same for all addresses of a page, with and without encryption. */
function pageKey(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  const telling = [...searchParams].filter(([name]) => !TRACKING.test(name))
  return `${host}${pathname.replace(/\/$/, '')}?${new URLSearchParams(telling)}`
}

/** A page as it was opened, or as the engine shows it; none where neither says enough. */
function textOf(opened: OpenedPage, hit: SearchHit) {
  const isOpen = !('problem' in opened) && opened.text.length >= SHORTEST_TEXT
  const { url, title, text, date } = isOpen ? opened : { ...hit, text: hit.snippet }
  if (text.length < SHORTEST_TEXT) return []
  const { hostname } = new URL(url)
  // Whoever has a domain can make up any number of subdomains.
  const site = getDomain(url, { allowPrivateDomains: true }) ?? hostname
  const page = { url, site, title: title || hit.title || hostname, date: date ?? hit.date, text }
  return [isOpen ? page : { ...page, excerpt: true as const }]
}

/** Why no page was found. */
function whyNone(hits: SearchHit[], used: SearchHit[], opened: OpenedPage[]): string {
  if (hits.length === 0) return 'The search found no pages.'
  if (used.length === 0) return 'The search found only pages on domains that this service is set not to use.'
  const [first] = opened.flatMap((page) => ('problem' in page ? [page.problem] : []))
  return `None of the pages that the search found could be read: ${first ?? 'they say too little.'}`
}

type ReadPage = Omit<FoundPage, 'copies'>

const RUN_OF_WORDS = 4
/** What two pages share beyond their text, such as a menu, is less than this. */
const SAME_TEXT = 0.8

/**
 * Pages with the same text as one source, which has the place of the best of them. The earliest dated one stands for all:
 * the others are likely to have copied it. One that has only a part of the best, or adds to it, never does: it could say
 * any date to put itself in the place of another. Between long pages, other work has its turn.
 */
export async function joinCopies(pages: ReadPage[]): Promise<FoundPage[]> {
  const groups: Array<Array<{ page: ReadPage; runs: Set<number> }>> = []
  for (const page of pages) {
    await nextTurn()
    const read = { page, runs: runsIn(page.text) }
    const same = groups.find((group) => group.some(({ runs }) => isSameText(runs, read.runs)))
    if (same === undefined) groups.push([read])
    else same.push(read)
  }
  return groups.map((group) => {
    const best = group[0]!
    const equal = group.filter(({ runs }) => isWithin(runs, best.runs) && isWithin(best.runs, runs))
    const first = [best, ...equal]
      .map(({ page }) => page)
      .reduce((one, other) => (isEarlier(other.date, one.date) ? other : one))
    const others = group.filter(({ page }) => page !== first)
    return { ...first, copies: others.map(({ page }) => page.url) }
  })
}

/** Hashes of all runs of words. */
function runsIn(text: string): Set<number> {
  const words = pageWords(text.slice(0, LONGEST_READ)).map(stableHash)
  const starts = words.slice(0, 1 - RUN_OF_WORDS)
  const hashAt = (place: number) =>
    words.slice(place, place + RUN_OF_WORDS).reduce((hash, word) => (Math.imul(hash, 31) + word) | 0, 0)
  return new Set(starts.map((_, place) => hashAt(place)))
}

/** Whether most of one text is in the other, whichever is longer. */
function isSameText(left: Set<number>, right: Set<number>): boolean {
  return left.size < right.size ? isWithin(left, right) : isWithin(right, left)
}

/** Whether most of a text is in another. */
function isWithin(runs: Set<number>, others: Set<number>): boolean {
  let shared = 0
  for (const run of runs) if (others.has(run)) shared++
  return runs.size > 0 && shared >= SAME_TEXT * runs.size
}

function isEarlier(date: string | null, other: string | null): boolean {
  return date !== null && (other === null || date < other)
}
