import { parseJson } from '../../contract/json-text.ts'
import { collapseSpaces } from '../../language/words.ts'
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
  advice: { statuses: number[]; words: string }
  request(query: string, key: string): { path: string; headers: Record<string, string>; body?: object }
  /** The list of results, if the body has one. */
  resultsIn(body: JsonObject): unknown
  snippet: string
  date: string
}

const TIME_LIMIT_MS = 8_000
const MOST_BYTES = 1024 * 1024
const MOST_HITS = 10
const LONGEST_URL = 2_000
const LONGEST_TITLE = 200
const LONGEST_SNIPPET = 2_000
/** Brave and Tavily refuse longer queries. */
const LONGEST_QUERY = { words: 50, characters: 400 }

const checkKey = (name: string) => ({ statuses: [401, 403, 422], words: `check ${name}` })

const ENGINES = {
  searxng: {
    title: 'SearXNG',
    ownUrl: '',
    setting: 'SEARCH',
    advice: {
      statuses: [403],
      words: 'it does not offer JSON; add json to search.formats in its settings.yml',
    },
    request: (query) => ({
      path: `/search?${new URLSearchParams({ q: query, format: 'json' })}`,
      headers: {},
    }),
    resultsIn: ({ results }) => results,
    snippet: 'content',
    date: 'publishedDate',
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
    // Without `web`, nothing was found on the web.
    resultsIn: ({ type, web }) => fieldsOf(web)?.results ?? (type === 'search' ? [] : undefined),
    snippet: 'description',
    date: 'page_age',
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
    resultsIn: ({ results }) => results,
    snippet: 'content',
    date: 'published_date',
  },
} as const satisfies Record<string, Engine>

/** Opens a search engine: SearXNG, Brave or Tavily. */
export function createSearch({ engine: name, baseUrl, apiKey = '', openHttp }: EngineAccess): SearchEngine {
  const engine: Engine = ENGINES[name]
  const base = (baseUrl ?? engine.ownUrl).replace(/\/$/, '')

  return async (query) => {
    const limit = timedAbort(TIME_LIMIT_MS)
    const { signal } = limit.controller
    try {
      const { path, ...request } = engine.request(shortened(query), apiKey)
      const response = await openHttp(base + path, { ...request, signal })
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

function shortened(query: string): string {
  const words = collapseSpaces(query).split(' ').slice(0, LONGEST_QUERY.words)
  return beginningOf(words.join(' '), LONGEST_QUERY.characters)
}

function outcomeOf(engine: Engine, body: unknown): SearchOutcome {
  const { title } = engine
  if (body === undefined)
    return { problem: `${title} sent something that is not JSON: check ${engine.setting}.` }
  const fields = fieldsOf(body) ?? {}
  const results = engine.resultsIn(fields)
  if (!Array.isArray(results)) return { problem: `${title} sent JSON without a list of results.` }
  const silent = silentIn(fields)
  if (results.length === 0 && silent.length > 0)
    return {
      problem: `${title} found nothing, and of its engines these did not answer: ${silent.join(', ')}.`,
    }
  return { hits: results.flatMap((result) => hitIn(result, engine)).slice(0, MOST_HITS) }
}

/** The names of engines from which SearXNG had no answer, such as one that takes it for a robot. */
function silentIn({ unresponsive_engines: silent }: JsonObject): string[] {
  return Array.isArray(silent) ? silent.slice(0, 5).map((entry) => plainText(entry?.[0], 40)) : []
}

function hitIn(result: unknown, engine: Engine): SearchHit[] {
  const { url, title, ...fields } = fieldsOf(result) ?? {}
  const isAddress = typeof url === 'string' && url.length <= LONGEST_URL && /^https?:\/\//i.test(url)
  if (!isAddress || !URL.canParse(url)) return []
  return [
    {
      url,
      title: plainText(title, LONGEST_TITLE),
      snippet: plainText(fields[engine.snippet], LONGEST_SNIPPET),
      date: dayOf(fields[engine.date]),
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
  const refused = `${title} refused the search (status ${status})`
  if (advice.statuses.includes(status)) return `${refused}: ${advice.words}.`
  if (USED_UP.includes(status)) return `${refused}: it takes no more for now, or its credit is used up.`
  if (status >= 500) return `${title} failed (status ${status}).`
  if (status < 400) return `${title} redirects, which is not followed: set its final address in ${setting}.`
  return `${refused}: check ${setting}.`
}

/** Why there is no response; the message of an error might repeat a header. */
function faultOf({ title }: Engine, error: unknown): string {
  if (error instanceof ProviderFault) return `${title} sent more than ${MOST_BYTES} bytes.`
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
  return `The connection to ${title} failed${code}.`
}
