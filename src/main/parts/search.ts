import type { OpenHttp } from '../../adapters/models/providers/open-http.ts'
import type { GuardOptions } from '../../adapters/search/pages/request-guarded.ts'
import type { Settings } from '../../config/settings.ts'
import type { FindPages } from '../../engine/index.ts'
import type { Embedding } from './embedding.ts'
import type { Runtime } from './runtime.ts'

/** Opens the search engine of the settings; null where there is none. */
export async function openEngine(settings: Settings, openHttp: OpenHttp) {
  if (settings.SEARCH === undefined) return null
  const { createSearch } = await import('../../adapters/search/engines.ts')
  const { engine, baseUrl } = settings.SEARCH
  const own = {
    searxng: { url: undefined, key: undefined },
    brave: { url: settings.BRAVE_BASE_URL, key: settings.BRAVE_API_KEY },
    tavily: { url: settings.TAVILY_BASE_URL, key: settings.TAVILY_API_KEY },
  }[engine]
  return createSearch({ engine, baseUrl: baseUrl ?? own.url ?? null, apiKey: own.key ?? null, openHttp })
}

/** How pages are found, and what ends it; without a search engine nothing of it is loaded. */
export async function openSearch(
  { settings, now, loadHttp }: Runtime,
  { builtin }: Pick<Embedding, 'builtin'>,
  guard: GuardOptions = {},
): Promise<{ findPages?: FindPages; close(): Promise<void> }> {
  if (settings.SEARCH === undefined) return { close: async () => {} }
  const [search, { createFindPages }, { createPageOpener }] = await Promise.all([
    loadHttp().then((openHttp) => openEngine(settings, openHttp)),
    import('../../adapters/search/find-pages.ts'),
    import('../../adapters/search/pages/open-page.ts'),
  ])
  const opener = createPageOpener(guard)
  const findPages = createFindPages({
    search: search!,
    openPage: opener.open,
    embed: (texts) => builtin.embed(texts, 'pages of the web'),
    allowed: settings.SEARCH_ALLOWED_DOMAINS,
    blocked: settings.SEARCH_BLOCKED_DOMAINS,
    now,
  })
  return { findPages, close: opener.close }
}
