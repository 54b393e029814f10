import { readAxioms, readMeasures } from '../../../src/adapters/assets/data-files.ts'
import { openResponse } from '../../../src/adapters/models/providers/open-response.ts'
import { createSearch } from '../../../src/adapters/search/engines.ts'
import { createFindPages } from '../../../src/adapters/search/find-pages.ts'
import { createPageOpener } from '../../../src/adapters/search/pages/open-page.ts'
import { deliberate } from '../../../src/engine/deliberate.ts'
import type { Deliberation } from '../../../src/engine/deliberation.ts'
import type { AskModel } from '../../../src/engine/panel/model-port.ts'
import { openTestLibrary } from '../../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../../test/support/embedder.ts'
import { startSite, TODAY } from './site/server.ts'

const MODELS = ['model-a', 'model-b', 'model-c']

/** What a live panel is asked, and whether the web is searched first or when most models ask for it. */
export interface Searched {
  id: string
  query: string
  search: 'auto' | 'on'
  /** Whether the search engine is out of order. */
  isDown?: boolean
}

const NOT_ANSWERING = { pages: [], searches: 1, problem: 'SearXNG did not answer within 8 s.' }

/** Runs questions through the engine with everything that ships, on a made-up web. */
export async function openSearchPanels() {
  const site = await startSite()
  const embedder = await openBuiltinEmbedder()
  const library = await openTestLibrary(readAxioms(), embedder)
  const measures = readMeasures()
  const openPage = createPageOpener({
    lookup: async () => [{ address: '127.0.0.1', family: 4, port: site.port }],
    isPublic: () => true,
  })
  const findPages = createFindPages({
    search: createSearch({
      engine: 'searxng',
      baseUrl: `http://127.0.0.1:${site.port}`,
      openHttp: openResponse,
    }),
    openPage,
    embed: embedder.embed,
    allowed: [],
    blocked: [],
  })
  const never = new AbortController().signal
  return {
    site,
    findPages,
    run: ({ query, search, isDown }: Searched, askModel: AskModel): Promise<Deliberation> =>
      deliberate(
        {
          ...measures,
          query,
          criteria: null,
          kind: null,
          search,
          models: MODELS.map((model) => ({ provider: 'openai', name: model, model, temperature: 0.7 })),
          writer: null,
          reader: null,
          structure: 'sonata',
          maxIterations: 7,
          votes: null,
          signal: never,
          deadline: never,
          checkpoint: null,
        },
        {
          askModel,
          findAnchors: library.findAnchors,
          embed: embedder.embed,
          findPages: isDown ? async () => NOT_ANSWERING : findPages,
          now: () => Date.parse(TODAY),
          pause: async () => {},
          onEvent() {},
          onCheckpoint() {},
        },
      ),
    async close() {
      await site.close()
    },
  }
}
