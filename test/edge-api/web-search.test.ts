import { describe, expect, it, onTestFinished } from 'vitest'
import { type Site, startSite } from '../../eval/live/search/site/server.ts'
import type { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { type ReceivedCall, settingsFor, startScriptedProvider } from '../support/scripted-provider.ts'
import { openOnNode, post } from '../support/service.ts'

const QUESTION = 'Which version of Lumenforge fixes CVE-2026-88117?'
const ANSWER = 'Lumenforge 7.4.2 fixes CVE-2026-88117.'
const block = (fields: object) => `\n\n<panel>\n${JSON.stringify(fields)}\n</panel>`

/** A model that knows nothing without pages, and cites the first sentence that names the answer. */
function play({ prompt }: ReceivedCall): string {
  if (prompt.includes('type into a search engine'))
    return JSON.stringify({ queries: ['Lumenforge CVE-2026-88117 fixed version'] })
  if (prompt.includes('You look up, sentence by sentence')) {
    const place = /:(DOC\d+\.\d+)\] [^[]*7\.4\.2/.exec(prompt)?.[1] ?? ''
    const statement = { says: [place], denies: [] }
    return JSON.stringify({ sentences: [{ sentence: '1', ...statement }], answer: statement })
  }
  if (prompt.includes('the same text on several pages is one voice'))
    return `${ANSWER}${block({ kind: 'closed', answer: '7.4.2' })}`
  return `I do not know.${block({ kind: 'closed', answer: '', search: true })}`
}

/** A service with a search engine on a made-up web, of which it is told that its addresses are public unless not. */
async function open({
  engine = 'ok',
  areInternal = false,
  environment = {},
}: {
  engine?: 'ok' | 'down' | 'forbidden' | 'empty'
  areInternal?: boolean
  environment?: Record<string, string>
} = {}) {
  const site = await startSite({ engine })
  const provider = await startScriptedProvider(play)
  const lookup = async () => [{ address: '127.0.0.1', family: 4 as const, port: site.port }]
  const service = await openOnNode(
    {
      ...settingsFor(provider),
      DEFAULT_MODELS: 'vendor/one,vendor/two,vendor/three',
      SEARCH: `searxng=http://127.0.0.1:${site.port}`,
      ...environment,
    },
    { lookup, ...(!areInternal && { isPublic: () => true }) },
  )
  onTestFinished(async () => {
    await service.stop()
    await provider.close()
    await site.close()
  })
  const ask = async (more: object = {}): Promise<EdgeConsensusResponse> => {
    const response = await post(service.edge, '/consensus', { query: QUESTION, ...more })
    expect(response.status).toBe(200)
    return response.json()
  }
  return { service, site, provider, ask }
}

const pagesOf = ({ log }: Site) => log.filter(({ path }) => !path.startsWith('/search?'))
const searchesOf = ({ log }: Site) => log.filter(({ path }) => path.startsWith('/search?'))

describe('a question about what models cannot know', () => {
  it('is searched for where they ask for it, and answered with what pages say and where', async () => {
    const { ask, site } = await open()
    const { answer, final_answer, search, usage, confidence_kind, confidence_basis } = await ask()
    expect({ answer, confidence_kind }).toEqual({ answer: '7.4.2', confidence_kind: 'supported' })
    expect(confidence_basis).toContain('One source says so')
    expect(search!.queries).toEqual(['Lumenforge CVE-2026-88117 fixed version'])
    const cited = search!.pages.filter(({ citations }) => citations.length > 0)
    expect(cited).toMatchObject([
      {
        url: 'http://lumenforge.example/security/cve-2026-88117',
        citations: [{ start: 0, end: ANSWER.length, text: ANSWER }],
      },
    ])
    expect(cited[0]!.citations[0]!.quote).toContain('7.4.2')
    expect(final_answer.slice(0, ANSWER.length)).toBe(ANSWER)
    expect(usage).toMatchObject({ calls: 8, searches: 1 })
    expect(pagesOf(site).length).toBeGreaterThan(1)
  })

  it('is searched for at once where the request says so', async () => {
    const { ask } = await open()
    const { usage, answer } = await ask({ search: 'on' })
    expect({ answer, calls: usage.calls }).toEqual({ answer: '7.4.2', calls: 5 })
  })

  it.each([
    ['says that nothing is to leave', { search: 'off' }],
    ['comes with a conversation', { messages: [{ role: 'user', content: 'My password is tulip.' }] }],
    ['comes with documents', { context: [{ title: 'Minutes', text: 'We use Lumenforge.' }] }],
  ])('is never searched for where the request %s', async (_, more) => {
    const { ask, site } = await open()
    expect((await ask(more)).search).toBeUndefined()
    expect(site.log).toEqual([])
  })

  it('is searched for with a conversation where the request allows it', async () => {
    const { ask, site } = await open()
    await ask({ search: 'auto', messages: [{ role: 'user', content: 'We use Lumenforge.' }] })
    expect(searchesOf(site)).toHaveLength(1)
  })

  it('never reaches pages on internal addresses: what the engine quotes of them is all that is known', async () => {
    const { ask, site } = await open({ areInternal: true })
    await ask({ search: 'on' })
    expect(searchesOf(site)).toHaveLength(1)
    expect(pagesOf(site)).toEqual([])
  })

  it.each([
    ['is down', 'down', 'The connection to SearXNG failed'],
    ['offers no JSON', 'forbidden', 'add json to search.formats in its settings.yml'],
    ['finds nothing', 'empty', 'The search found no pages.'],
  ] as const)('is answered without pages where the engine %s, and says so', async (_, engine, problem) => {
    const { ask } = await open({ engine })
    const { search, warnings } = await ask({ search: 'on' })
    expect(search).toMatchObject({ pages: [], problem: expect.stringContaining(problem) })
    expect(warnings).toContain(search!.problem)
  })

  it('is not searched for again within minutes', async () => {
    const { ask, site } = await open()
    const [first, second] = [await ask({ search: 'on' }), await ask({ search: 'on', skip_cache: true })]
    expect([first.usage.searches, second.usage.searches]).toEqual([1, undefined])
    expect(second.search!.pages).toEqual(first.search!.pages)
    expect(searchesOf(site)).toHaveLength(1)
  })

  it('is answered from the cache for others who allow as much, and no longer than max_age', async () => {
    const { ask } = await open()
    await ask({ search: 'on' })
    expect((await ask({ search: 'on' })).cache_hit).toBe(true)
    expect((await ask({ search: 'off' })).cache_hit).toBe(false)
    expect((await ask({ search: 'on', max_age: 0 })).cache_hit).toBe(false)
    expect((await ask({ search: 'on', max_age: 0 })).cache_hit).toBe(false)
  })

  it('costs at most what a dry run says, the search included', async () => {
    const { service } = await open()
    const most = async (search: string) => {
      const dry = await post(service.edge, '/consensus', {
        query: QUESTION,
        kind: 'closed',
        dry_run: true,
        search,
      })
      return (await dry.json()).calls.at_most
    }
    expect((await most('on')) - (await most('off'))).toBe(4)
    expect((await most('auto')) - (await most('off'))).toBe(7)
  })

  it('is refused where there is no engine, or no call to say what to search for', async () => {
    const { service } = await open({ environment: { SEARCH: '' } })
    const refused = await post(service.edge, '/consensus', { query: QUESTION, search: 'on' })
    expect(refused.status).toBe(400)
    expect((await refused.json()).message).toContain('its operator can set SEARCH')
    const { service: able } = await open()
    const few = await post(able.edge, '/consensus', { query: QUESTION, search: 'on', max_calls: 3 })
    expect((await few.json()).message).toContain('max_calls must be at least 4')
  })

  it('uses no pages of domains that the operator has blocked', async () => {
    const { ask } = await open({ environment: { SEARCH_BLOCKED_DOMAINS: 'lumenforge.example' } })
    const { search } = await ask({ search: 'on' })
    expect(search!.pages.map(({ url }) => new URL(url).hostname)).not.toContain('lumenforge.example')
    expect(search!.pages.length).toBeGreaterThan(0)
  })
})
