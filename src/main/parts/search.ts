import type { GuardOptions } from '../../adapters/search/pages/request-guarded.ts'
import type { FindPages } from '../../engine/index.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'

/** How pages are found; without a search engine nothing of it is loaded. */
export async function openSearch(
  { settings, loadHttp }: Runtime,
  { builtin }: Pick<Embedding, 'builtin'>,
  guard?: GuardOptions,
): Promise<FindPages | undefined> {
  if (settings.SEARCH === undefined) return undefined
  const [{ createSearch }, { createFindPages }, { createPageOpener }] = await Promise.all([
    import('../../adapters/search/engines.ts'),
    import('../../adapters/search/find-pages.ts'),
    import('../../adapters/search/pages/open-page.ts'),
  ])
  const { engine, baseUrl } = settings.SEARCH
  const { BRAVE_BASE_URL, BRAVE_API_KEY, TAVILY_BASE_URL, TAVILY_API_KEY } = settings
  const own = {
    searxng: { baseUrl },
    brave: { baseUrl: BRAVE_BASE_URL, apiKey: BRAVE_API_KEY },
    tavily: { baseUrl: TAVILY_BASE_URL, apiKey: TAVILY_API_KEY },
  }[engine]
  return createFindPages({
    search: createSearch({ engine, ...own, openHttp: await loadHttp() }),
    openPage: createPageOpener(guard),
    embed: (texts) => builtin.embed(texts, 'pages of the web'),
    allowed: settings.SEARCH_ALLOWED_DOMAINS,
    blocked: settings.SEARCH_BLOCKED_DOMAINS,
  })
}
