import { parseJson } from '../../contract/json-text.ts'
import { beginningOf } from '../../utils/both-ends.ts'
import { decodeEntities } from '../../utils/decode-entities.ts'
import { timedAbort } from '../../utils/time-limits.ts'
import type { OpenHttp } from '../models/providers/open-http.ts'
import { fieldsOf, type JsonObject } from '../models/providers/protocols/protocol.ts'
import { isGood, ProviderFault } from '../models/providers/provider-fault.ts'
import { boundedBody } from '../models/providers/read-response.ts'
import { cleanLine } from './pages/clean-text.ts'
import { dayOf } from './pages/page-date.ts'

/** A page that a search engine names. */
export interface SearchHit {
  url: string
  title: string
  /** What the engine shows of it. */
  snippet: string
  /** Such as 2026-11-17; null where the engine does not say. */
  date: string | null
}

/** The pages that an engine names, the best first, or a sentence that says why it names none. */
export type SearchOutcome = { hits: SearchHit[] } | { problem: string }

/** Searches with one engine. It never fails, and ends within seconds. */
export type SearchEngine = (query: string) => Promise<SearchOutcome>

interface EngineAccess {
  engine: keyof typeof ENGINES
  /** Absent for the engine's own address. */
  baseUrl?: string | undefined
  /** Absent where none is needed. */
  apiKey?: string | undefined
  openHttp: OpenHttp
}

interface Engine {
  title: string
  /** Empty where every operator has one. */
  ownUrl: string
  /** The setting with its address. */
  setting: string
  /** What to do about these statuses. */
  advice: Record<number, string>
  request(query: string, key: string): { path: string; headers?: Record<string, string>; body?: object }
}

const TIME_LIMIT_MS = 8_000
const MOST_BYTES = 1024 * 1024
const MOST_HITS = 10
const LONGEST_URL = 2_000
const LONGEST_TITLE = 200
const LONGEST_SNIPPET = 2_000

const checkKey = (name: string) => ({ 401: `check ${name}`, 403: `check ${name}`, 422: `check ${name}` })

/** How SearXNG is told in a query to ask one engine or none, in a language or for a time: `!!g`, `!wp`, `:de`, `<3`. */
const ORDERS = /(?<![^\s\p{C}])[!:<]+(?=[\p{L}\p{N}])/gu

const ENGINES = {
  searxng: {
    title: 'SearXNG',
    ownUrl: '',
    setting: 'SEARCH',
    advice: {
      403: 'it does not offer JSON; add json to search.formats in its settings.yml',
      429: 'its limiter is for browsers; turn server.limiter off, or add this address to pass_ip in limiter.toml',
    },
    request: (q) => ({ path: `/search?format=json&${new URLSearchParams({ q: q.replace(ORDERS, '') })}` }),
  },
  brave: {
    title: 'Brave Search',
    ownUrl: 'https://api.search.brave.com',
    setting: 'BRAVE_BASE_URL',
    advice: checkKey('BRAVE_API_KEY'),
    request: (query, key) => ({
      path: `/res/v1/web/search?${new URLSearchParams({ q: query, count: String(MOST_HITS) })}`,
      headers: { 'x-subscription-token': key },
    }),
  },
  tavily: {
    title: 'Tavily',
    ownUrl: 'https://api.tavily.com',
    setting: 'TAVILY_BASE_URL',
    advice: checkKey('TAVILY_API_KEY'),
    request: (query, key) => ({
      path: '/search',
      headers: { authorization: `Bearer ${key}` },
      body: { query, max_results: MOST_HITS, search_depth: 'basic' },
    }),
  },
} satisfies Record<string, Engine>

/** Opens a search engine: SearXNG, Brave or Tavily. */
export function createSearch({ engine: name, baseUrl, apiKey = '', openHttp }: EngineAccess): SearchEngine {
  const engine: Engine = ENGINES[name]
  const base = (baseUrl ?? engine.ownUrl).replace(/\/$/, '')

  return async (query) => {
    const limit = timedAbort(TIME_LIMIT_MS)
    const { signal } = limit.controller
    try {
      const { path, ...request } = engine.request(query, apiKey)
      const response = await openHttp(base + path, { headers: {}, ...request, signal })
      if (isGood(response)) return outcomeOf(engine, parseJson(await boundedBody(response, MOST_BYTES)))
      response.body.on('error', () => {}).destroy()
      return { problem: refusalOf(engine, response.status) }
    } catch (error) {
      if (!signal.aborted) return { problem: faultOf(engine, error) }
      return { problem: `${engine.title} did not answer within ${TIME_LIMIT_MS / 1000} seconds.` }
    } finally {
      limit.release()
    }
  }
}

function outcomeOf({ title, setting }: Engine, body: unknown): SearchOutcome {
  if (body === undefined) return { problem: `${title} sent something that is not JSON: check ${setting}.` }
  const fields = fieldsOf(body) ?? {}
  const { type, web } = fields
  // Brave has them in `web`, without which nothing was found on the web.
  const results = (fieldsOf(web) ?? fields).results ?? (type === 'search' ? [] : undefined)
  if (!Array.isArray(results)) return { problem: `${title} sent JSON without a list of results.` }
  const silent = silentIn(fields)
  if (results.length > 0 || silent === '') return { hits: results.flatMap(hitIn).slice(0, MOST_HITS) }
  return { problem: `${title} found nothing, and of its engines these did not answer: ${silent}.` }
}

/** The engines from which SearXNG had no answer, and why, such as one that takes it for a robot. */
function silentIn({ unresponsive_engines: silent = [] }: JsonObject): string {
  const entries = [silent].flat().slice(0, 5)
  return entries.map((entry) => plainText([entry].flat().join(' – '), 60)).join(', ')
}

function hitIn(result: unknown): SearchHit[] {
  const { url, title, content, description, ...fields } = fieldsOf(result) ?? {}
  const isAddress = typeof url === 'string' && url.length <= LONGEST_URL && /^https?:\/\//i.test(url)
  if (!isAddress || !URL.canParse(url)) return []
  return [
    {
      // As it was written, it may have control characters.
      url: new URL(url).href,
      title: plainText(title, LONGEST_TITLE),
      snippet: plainText(content ?? description, LONGEST_SNIPPET),
      // SearXNG leaves only `pubdate` where the first engine that found a page does not know its day.
      date: dayOf(fields.publishedDate ?? fields.pubdate ?? fields.page_age ?? fields.published_date),
    },
  ]
}

/** A text for one line; engines mark the words that were searched for. */
function plainText(value: unknown, longest: number): string {
  if (typeof value !== 'string') return ''
  const unmarked = value.slice(0, 2 * longest).replace(/<\/?(?:strong|em|b|mark)>/gi, '')
  return beginningOf(cleanLine(decodeEntities(unmarked)), longest)
}

/** Of Tavily: the plan, or the limit that its owner has set. */
const USED_UP = [402, 429, 432, 433]

/** Why an engine refused, by its status alone: its words might repeat the key. */
function refusalOf({ title, setting, advice }: Engine, status: number): string {
  if (status >= 500) return `${title} failed (status ${status}).`
  if (status < 400) return `${title} redirects, which is not followed: set its final address in ${setting}.`
  const usual = USED_UP.includes(status) ? 'it takes no more now, or its credit is spent' : `check ${setting}`
  return `${title} refused the search (status ${status}): ${advice[status] ?? usual}.`
}

/** Why there is no response; the message of an error might repeat a header. */
function faultOf({ title }: Engine, error: unknown): string {
  if (error instanceof ProviderFault) return `${title} sent more than ${MOST_BYTES} bytes.`
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
  return `The connection to ${title} failed${code}.`
}
