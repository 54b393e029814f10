import type { SearchEngine } from '../../adapters/search/engines.ts'
import type { GuardOptions } from '../../adapters/search/pages/request-guarded.ts'
import type { Settings } from '../../config/settings.ts'
import type { FindPages } from '../../engine/index.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'

/** Opens the search engine of the settings; without one, nothing is loaded. */
export async function openEngine(
  settings: Settings,
  loadHttp: Runtime['loadHttp'],
): Promise<SearchEngine | undefined> {
  const { SEARCH, BRAVE_BASE_URL, BRAVE_API_KEY, TAVILY_BASE_URL, TAVILY_API_KEY } = settings
  if (SEARCH === undefined) return undefined
  const { createSearch } = await import('../../adapters/search/engines.ts')
  const own = {
    searxng: { baseUrl: SEARCH.baseUrl },
    brave: { baseUrl: BRAVE_BASE_URL, apiKey: BRAVE_API_KEY },
    tavily: { baseUrl: TAVILY_BASE_URL, apiKey: TAVILY_API_KEY },
  }[SEARCH.engine]
  return createSearch({ engine: SEARCH.engine, ...own, openHttp: await loadHttp() })
}

/** How pages are found; without a search engine nothing of it is loaded. */
export async function openSearch(
  { settings, loadHttp }: Runtime,
  { builtin }: Pick<Embedding, 'builtin'>,
  guard?: GuardOptions,
): Promise<FindPages | undefined> {
  const search = await openEngine(settings, loadHttp)
  if (search === undefined) return undefined
  const [{ createFindPages }, { createPageOpener }] = await Promise.all([
    import('../../adapters/search/find-pages.ts'),
    import('../../adapters/search/pages/open-page.ts'),
  ])
  return createFindPages({
    search,
    openPage: createPageOpener(guard),
    embed: (texts) => builtin.embed(texts, 'pages of the web'),
    allowed: settings.SEARCH_ALLOWED_DOMAINS,
    blocked: settings.SEARCH_BLOCKED_DOMAINS,
  })
}
