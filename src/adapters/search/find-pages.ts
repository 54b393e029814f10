import { LRUCache } from 'lru-cache'
import { getDomain } from 'tldts'
import type { Embed, FindPages } from '../../engine/index.ts'
import { collapseSpaces } from '../../language/words.ts'
import { linkedAbort, timedAbort, unlessAborted } from '../../utils/time-limits.ts'
import { joinCopies } from './copies.ts'
import {
  beginningOf,
  dayOf,
  LONGEST_TITLE,
  type SearchEngine,
  type SearchHit,
  type SearchOutcome,
} from './engines.ts'
import type { OpenedPage, PageOpener } from './pages/open-page.ts'
import { passagesOf } from './passages.ts'

export type OpenPage = PageOpener['open']

interface FindPagesOptions {
  search: SearchEngine
  openPage: OpenPage
  embed: Embed
  /** Domains that alone are used, with their subdomains; all where there are none. */
  allowed: string[]
  /** Domains that are not used. */
  blocked: string[]
  now: () => number
}

const MOST_QUERIES = 2
const MOST_OPENED = 6
const MOST_PAGES = 5
const MOST_OF_ONE_HOST = 2
const OPENED_WITHIN_MS = 6_000
/** A shorter text says too little to stand for a page. */
const SHORTEST_TEXT = 80
const KEPT_MS = 10 * 60 * 1000
const MOST_KEPT = 256
const DAY_MS = 24 * 60 * 60 * 1000

/** Finds pages for a question: searches, opens what was found, and chooses the passages that bear on the question. */
export function createFindPages(options: FindPagesOptions): FindPages {
  const { embed, now } = options
  const searchOnce = sharedSearch(options)
  const isUsed = hostFilter(options)

  return async ({ question, queries, signal }) => {
    if (signal.aborted) return { pages: [], searches: 0, problem: GIVEN_UP }
    const wanted = queries.filter((query) => query.trim() !== '').slice(0, MOST_QUERIES)
    const begun = wanted.map(searchOnce)
    const searches = begun.filter(({ isNew }) => isNew).length
    const all = () => Promise.all(begun.map(({ outcome }) => outcome))
    const outcomes = await unlessAborted(signal, all).catch(() => null)
    if (outcomes === null) return { pages: [], searches, problem: GIVEN_UP }

    const lists = outcomes.map((outcome) => ('problem' in outcome ? [] : outcome.hits))
    const hits = bestHits(lists, isUsed)
    const opened = await openAll(hits, { ...options, isUsed, signal })
    if (signal.aborted) return { pages: [], searches, problem: GIVEN_UP }

    const latest = new Date(now() + DAY_MS).toISOString().slice(0, 10)
    const pages = opened.flatMap((page, rank) => textOf(page, hits[rank]!, latest))
    const sources = (await joinCopies(onceEach(pages))).slice(0, MOST_PAGES)
    const read = await Promise.all(
      sources.map(async (source) => ({
        ...source,
        // Whoever has a domain can make up any number of subdomains.
        site: getDomain(source.url, { allowPrivateDomains: true }) ?? new URL(source.url).hostname,
        text: await passagesOf({ text: source.text, question, queries, embed }),
      })),
    )
    const found = read.filter(({ text }) => text !== '')
    return { pages: found, searches, problem: problemOf({ outcomes, lists, hits, opened, found }) }
  }
}

const GIVEN_UP = 'The search was given up.'

/** The same search is made once within minutes, and those who ask for it meanwhile wait for the same one. */
function sharedSearch({ search, now }: FindPagesOptions) {
  const lately = new LRUCache<string, { outcome: Promise<SearchOutcome>; until: number }>({ max: MOST_KEPT })
  return (query: string) => {
    const key = collapseSpaces(query.normalize('NFKC')).toLowerCase()
    const earlier = lately.get(key)
    if (earlier !== undefined && now() < earlier.until) return { outcome: earlier.outcome, isNew: false }
    const begun = { outcome: search(query), until: Number.POSITIVE_INFINITY }
    lately.set(key, begun)
    // What went wrong may go right the next time.
    begun.outcome.then((outcome) => {
      begun.until = 'problem' in outcome ? 0 : now() + KEPT_MS
    })
    return { outcome: begun.outcome, isNew: true }
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

/** Opens all pages at once; null for each that did not arrive in time. */
async function openAll(
  hits: SearchHit[],
  { openPage, isUsed, signal }: FindPagesOptions & { isUsed: (url: string) => boolean; signal: AbortSignal },
): Promise<Array<OpenedPage | null>> {
  const limit = timedAbort(OPENED_WITHIN_MS)
  const { controller, release } = linkedAbort(signal, limit.controller.signal)
  const open = async ({ url }: SearchHit) => {
    const work = () => openPage(url, controller.signal)
    const page = await unlessAborted(controller.signal, work).catch(() => null)
    // It may have led elsewhere.
    return page === null || 'problem' in page || isUsed(page.url)
      ? page
      : { problem: 'It leads to a domain that is not used.' }
  }
  try {
    return await Promise.all(hits.map(open))
  } finally {
    limit.release()
    release()
  }
}

/** A page as it was opened, or as the engine shows it; none where neither says enough. */
function textOf(opened: OpenedPage | null, hit: SearchHit, latest: string) {
  const isOpen = opened !== null && !('problem' in opened) && opened.text.trim().length >= SHORTEST_TEXT
  const { url, title, text } = isOpen ? opened : { ...hit, text: hit.snippet }
  if (text.trim().length < SHORTEST_TEXT) return []
  const name = beginningOf(collapseSpaces(title), LONGEST_TITLE) || hit.title
  // A date to come is wrong, or made to look new.
  const dates = [isOpen ? dayOf(opened.date) : null, hit.date]
  const date = dates.find((day) => day !== null && day <= latest) ?? null
  return [{ url, title: name || new URL(url).hostname, date, text }]
}

interface Course {
  outcomes: SearchOutcome[]
  lists: SearchHit[][]
  hits: SearchHit[]
  opened: Array<OpenedPage | null>
  found: unknown[]
}

/** Why there is less than was asked for; null where nothing went wrong. */
function problemOf({ outcomes, lists, hits, opened, found }: Course): string | null {
  const problems = new Set(outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome.problem] : [])))
  if (problems.size > 0) return [...problems].join(' ')
  if (found.length > 0) return null
  if (lists.flat().length === 0) return 'The search found no pages.'
  if (hits.length === 0) return 'The search found only pages on domains that this service is set not to use.'
  const [first] = opened.flatMap((page) => (page !== null && 'problem' in page ? [page.problem] : []))
  return `None of the pages that the search found could be read: ${first ?? 'they did not arrive in time.'}`
}
