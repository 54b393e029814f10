import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CacheCheckResponse,
  CacheStatsResponse,
  ForgetResponse,
  SimilarResponse,
} from '../../src/contract/cache.ts'
import { EdgeConsensusResponse, StoredConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, keysOf, openService, post, type TestService } from '../support/service.ts'

const QUERY = 'What is the speed of light in a vacuum?'
/** Far more than it takes to wait for. */
const PATIENCE = { timeout: 120_000 }
const REWORDED = 'Tell me the speed of light in a vacuum'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await service.stop()
})

const ask = async (query: string, more: object = {}) =>
  (await post(service.edge, '/consensus-iterative', { query, ...more })).json()
const check = async (query: string) => (await post(service.edge, '/cache/check', { query })).json()
const stats = async () => (await get(service.edge, '/cache/stats')).json()
const similar = async (parameters: Record<string, string>) =>
  (await get(service.edge, `/similar?${new URLSearchParams(parameters)}`)).json()

describe('the semantic cache in consensus', () => {
  it('answers an identical query from the cache, at no cost, with the same answer', async () => {
    const first = await ask(QUERY)
    const second = await ask(QUERY)
    EdgeConsensusResponse.strict().parse(second)
    expect(keysOf(second)).toEqual([...keysOf(first), 'cached'].sort())
    expect(first.cache_hit).toBe(false)
    expect(second).toEqual({
      ...first,
      cache_hit: true,
      cached: { similarity: 1, same_question: 1, query: QUERY, age_seconds: expect.any(Number) },
      usage: { calls: 0, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, duration_ms: 0 },
    })
  })

  it('answers a body that is repeated again and again with the same result and the same warnings', async () => {
    await ask(QUERY, { unknown_field: 1 })
    const [second, third] = [await ask(QUERY, { unknown_field: 1 }), await ask(QUERY, { unknown_field: 1 })]
    EdgeConsensusResponse.strict().parse(third)
    expect(third.warnings.filter((warning: string) => warning.includes('unknown_field'))).toHaveLength(1)
    expect(third).toEqual({ ...second, cached: { ...second.cached, age_seconds: expect.any(Number) } })
    expect((await stats()).cache_hits).toBe(2)
  })

  it('asks the models again when the result of a repeated body was deleted, and counts one lookup', async () => {
    const first = await ask(QUERY)
    await ask(QUERY)
    await service.edge.request(`/cache/${first.id}`, { method: 'DELETE' })
    const again = await ask(QUERY)
    expect(again).toMatchObject({ cache_hit: false, final_answer: first.final_answer })
    expect(await stats()).toMatchObject({ total_queries: 3, cache_hits: 1 })
  })

  it('sends events for a repeated body if they are asked for', async () => {
    await ask(QUERY)
    await ask(QUERY)
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const body = JSON.stringify({ query: QUERY })
    const response = await service.edge.request('/consensus-iterative', { method: 'POST', headers, body })
    expect(await response.text()).toContain('event: result')
  })

  it('answers the same question in other words, and says which query it was stored under', async () => {
    const first = await ask(QUERY)
    const second = await ask(REWORDED)
    expect(second).toMatchObject({ cache_hit: true, id: first.id, query: REWORDED })
    expect(second.cached.query).toBe(QUERY)
    expect(second.cached.similarity).toBeGreaterThan(0.9)
    expect(second.cached.similarity).toBeLessThan(1)
    expect(second.cached.same_question).toBeGreaterThan(0.5)
  })

  it('does not answer a calculation with the result of one that differs in a sign', async () => {
    for (const [asked, kept] of [
      ['What is 12 - 5?', 'What is 12 + 5?'],
      ['What is 12 * 5?', 'What is 12 + 5?'],
      ['How much is 103?', 'How much is 10³?'],
      ['What is 5?', 'What is 5!'],
      ['What is (3+2)?', 'What is (3+2)!?'],
    ] as const) {
      await ask(kept)
      expect((await ask(asked)).cache_hit, asked).toBe(false)
    }
  })

  it('does not read the cache with skip_cache, but stores the result', async () => {
    const first = await ask(QUERY)
    const second = await ask(QUERY, { skip_cache: true })
    expect(second.cache_hit).toBe(false)
    expect(second.id).not.toBe(first.id)
    expect(second.usage.calls).toBeGreaterThan(0)
    expect((await stats()).total_queries).toBe(1)
    expect((await ask(QUERY)).id).toBe(second.id)
  })

  it('does not serve another panel, structure or number of iterations', async () => {
    await ask(QUERY, { models: ['a/1', 'a/2'] })
    expect((await ask(QUERY, { models: ['a/1', 'a/3'] })).cache_hit).toBe(false)
    expect((await ask(QUERY, { models: ['a/1', 'a/2'], structure: 'concert' })).cache_hit).toBe(false)
    expect((await ask(QUERY, { models: ['a/1', 'a/2'], max_iterations: 3 })).cache_hit).toBe(false)
    expect((await ask(QUERY, { models: ['a/2', 'a/1'] })).cache_hit).toBe(true)
  })

  it('shares one run among concurrent identical requests', async () => {
    const bodies = await Promise.all([ask(QUERY), ask(QUERY)])
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
    expect((await similar({ q: QUERY })).count).toBe(1)
  })

  it('shares one run among questions in other capitals unless a draft may be wanted', async () => {
    const runsOf = async (changes: object) => {
      const asked = [QUERY, ` ${QUERY.toLowerCase()}`].map((query) => ask(query, changes))
      return new Set((await Promise.all(asked)).map(({ id }) => id)).size
    }
    expect(await runsOf({ kind: 'closed' })).toBe(1)
    expect(await runsOf({})).toBe(2)
  })

  onNode('parts')(
    'forgets a converged result after CACHE_TTL_SECONDS, minus a random tenth at most',
    async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.spyOn(Math, 'random').mockReturnValue(0)
      expect((await ask(QUERY)).consensus_reached).toBe(true)
      vi.setSystemTime(Date.now() + 86_399_000)
      expect((await ask(QUERY)).cached.age_seconds).toBe(86_399)
      vi.setSystemTime(Date.now() + 1_000)
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
      expect((await ask(QUERY)).cache_hit).toBe(false)
      vi.setSystemTime(Date.now() + 0.95 * 86_400_000 - 1)
      expect((await ask(QUERY)).cache_hit).toBe(true)
      vi.setSystemTime(Date.now() + 1)
      expect((await ask(QUERY)).cache_hit).toBe(false)
    },
  )

  it('forgets the answer to a question about the present after five minutes and not before', async () => {
    await service.stop()
    service = await openService(REAL_ROUTER)
    const provider = fakeProvider((call) => replyAs('42', call))
    vi.useFakeTimers({ toFake: ['Date'] })
    const today = { models: ['a/1', 'a/2'], max_iterations: 1 }
    const question = 'What is the price of oil today?'
    expect((await ask(question, today)).consensus_reached).toBe(true)
    vi.setSystemTime(Date.now() + 299_999)
    expect((await ask(question, today)).cache_hit).toBe(true)
    vi.setSystemTime(Date.now() + 1)
    expect((await ask(question, today)).cache_hit).toBe(false)
    provider.restore()
  })

  it('forgets a result that did not converge after ten minutes and not before', async () => {
    await service.stop()
    service = await openService(REAL_ROUTER)
    const provider = fakeProvider((call) => replyAs(call.model === 'a/1' ? '4' : '5', call))
    vi.useFakeTimers({ toFake: ['Date'] })
    const quarrel = { models: ['a/1', 'a/2'], max_iterations: 1 }
    expect((await ask(QUERY, quarrel)).consensus_reached).toBe(false)
    vi.setSystemTime(Date.now() + 599_999)
    expect((await ask(QUERY, quarrel)).cache_hit).toBe(true)
    vi.setSystemTime(Date.now() + 1)
    expect((await ask(QUERY, quarrel)).cache_hit).toBe(false)
    provider.restore()
  })

  onNode('process metrics')(
    'keeps the CACHE_MAX_ENTRIES most recently used results, and svc_cache_entries shows their number',
    async () => {
      const entries = async () =>
        /^svc_cache_entries (\d+)$/m.exec(await (await get(service.edge, '/metrics')).text())?.[1]
      expect(await entries()).toBe('0')
      vi.useFakeTimers({ toFake: ['Date'] })
      const ids: string[] = []
      for (const query of [QUERY, 'What is heat?', 'What is sound?']) {
        vi.setSystemTime(Date.now() + 1)
        ids.push((await ask(query)).id)
      }
      expect(await entries()).toBe('3')
      vi.setSystemTime(Date.now() + 1)
      await ask(QUERY)
      await service.stop({ keepFolder: true })
      service = await openService({ CACHE_MAX_ENTRIES: '2' }, service.folder)
      await vi.waitFor(async () => expect(await entries()).toBe('2'), PATIENCE)
      await vi.waitFor(async () => {
        const statuses = ids.map(async (id) => (await get(service.edge, `/results/${id}`)).status)
        expect(await Promise.all(statuses)).toEqual([200, 404, 200])
      }, PATIENCE)
      const { id } = await ask('What is light?')
      expect(await entries()).toBe('2')
      expect((await get(service.edge, `/results/${ids[2]}`)).status).toBe(404)
      expect((await get(service.edge, `/results/${id}`)).status).toBe(200)
    },
  )

  onNode('folder')('keeps results and statistics across a restart', async () => {
    const first = await ask(QUERY)
    await ask(QUERY)
    await service.stop({ keepFolder: true })
    service = await openService({}, service.folder)
    expect(await stats()).toMatchObject({ total_queries: 2, cache_hits: 1 })
    expect(await ask(REWORDED)).toMatchObject({ cache_hit: true, id: first.id })
  })
})

describe('POST /cache/check', () => {
  it('answers {hit: false} and nothing else when there is no match', async () => {
    expect(await check(QUERY)).toEqual({ hit: false })
  })

  it('answers a match with the similarity, the stored query and the result', async () => {
    const { id, final_answer, confidence } = await ask(QUERY, { models: ['a/1', 'a/2', 'a/3'] })
    const body = await check(QUERY)
    CacheCheckResponse.strict().parse(body)
    expect(body).toEqual({
      hit: true,
      similarity: 1,
      same_question: 1,
      cached_query: QUERY,
      result_id: id,
      result: { final_answer, confidence },
    })
    expect(await check(REWORDED)).toMatchObject({ hit: true, cached_query: QUERY })
  })
})

describe('GET /cache/stats', () => {
  it('counts the lookups of consensus and of /cache/check, and averages over hits', async () => {
    expect(await stats()).toEqual({ total_queries: 0, cache_hits: 0, hit_rate: 0, avg_similarity: 0 })
    await ask(QUERY)
    await ask(QUERY)
    await check(QUERY)
    await check('What is heat?')
    await similar({ q: QUERY })
    const body = await stats()
    CacheStatsResponse.strict().parse(body)
    expect(body).toEqual({ total_queries: 4, cache_hits: 2, hit_rate: 0.5, avg_similarity: 1 })
  })
})

describe('GET /similar', () => {
  it('lists past queries with similarity, result id and time in milliseconds, closest first', async () => {
    const before = Date.now()
    const { id } = await ask(QUERY)
    await ask('What is the speed of sound in air?')
    const body = await similar({ q: QUERY, minScore: '0' })
    SimilarResponse.strict().parse(body)
    expect(keysOf(body)).toEqual(['count', 'query', 'similar'])
    expect(body).toMatchObject({ query: QUERY, count: 2 })
    expect(keysOf(body.similar[0])).toEqual([
      'created_at',
      'query',
      'result_id',
      'same_question',
      'similarity',
    ])
    expect(body.similar[0]).toMatchObject({ query: QUERY, similarity: 1, same_question: 1, result_id: id })
    expect(body.similar[0].created_at).toBeGreaterThanOrEqual(before)
    expect(body.similar[0].created_at).toBeLessThanOrEqual(Date.now())
    expect(body.similar[1].similarity).toBeLessThan(1)
  })

  it('returns at most five, of at least 0.7, by default', async () => {
    for (let number = 10; number < 16; number++) await ask(`What is ${number} + ${number}?`)
    await ask('How do bees make honey?')
    const q = 'What is 10 + 10?'
    expect((await similar({ q, minScore: '0' })).count).toBe(5)
    expect((await similar({ q, topK: '2', minScore: '0' })).count).toBe(2)
    expect((await similar({ q, topK: '100', minScore: '0' })).count).toBe(7)
    const close = await similar({ q, topK: '100' })
    expect(close.count).toBeGreaterThan(0)
    for (const { similarity } of close.similar) expect(similarity).toBeGreaterThanOrEqual(0.7)
    expect(
      (await similar({ q, minScore: '1' })).similar.map(({ query }: { query: string }) => query),
    ).toEqual([q])
  })

  it('returns nothing if nothing is similar', async () => {
    expect(await similar({ q: ' anything ' })).toEqual({ query: 'anything', similar: [], count: 0 })
  })
})

describe('DELETE /cache/{id}', () => {
  const forget = async (id: string, parameters: Record<string, string> = {}) =>
    service.edge.request(`/cache/${id}?${new URLSearchParams(parameters)}`, { method: 'DELETE' })

  it('deletes a result permanently, and remembers the question it was served to as different', async () => {
    const { id } = await ask(QUERY)
    expect((await ask(REWORDED)).id).toBe(id)
    const response = await forget(id)
    expect(response.status).toBe(200)
    const body = await response.json()
    ForgetResponse.strict().parse(body)
    expect(body).toEqual({ id, deleted: true, query: QUERY, different_from: [REWORDED] })

    expect((await get(service.edge, `/results/${id}`)).status).toBe(404)
    expect(await check(QUERY)).toEqual({ hit: false })
    expect((await similar({ q: QUERY })).count).toBe(0)
    await expectError(await forget(id), { status: 404, error: 'not_found' })
  })

  onNode('folder')('is remembered across a restart: the pair is never served again', async () => {
    await ask(REWORDED)
    const { id } = await ask(QUERY, { skip_cache: true })
    await forget(id, { query: REWORDED })
    await service.stop({ keepFolder: true })
    service = await openService({}, service.folder)
    expect((await get(service.edge, `/results/${id}`)).status).toBe(404)
    expect(await check(QUERY)).toEqual({ hit: false })
    expect((await ask(QUERY)).cache_hit).toBe(false)
    expect((await ask(REWORDED)).cache_hit).toBe(true)
  })

  it('remembers only the named question, which need not have been served', async () => {
    const { id } = await ask(QUERY)
    await ask(REWORDED)
    const body = await (await forget(id, { query: ' What is sound? ' })).json()
    expect(body.different_from).toEqual(['What is sound?'])
    const again = await ask(QUERY)
    expect((await ask(REWORDED)).id).toBe(again.id)
  })

  it('rejects a question that is blank or too long', async () => {
    const { id } = await ask(QUERY)
    await expectError(await forget(id, { query: ' ' }), {
      status: 400,
      error: 'bad_request',
      paths: ['query'],
    })
    const tooLong = await forget(id, { query: 'x'.repeat(16_001) })
    await expectError(tooLong, { status: 400, error: 'bad_request', paths: ['query'] })
    expect((await ask(QUERY)).id).toBe(id)
  })

  it('returns 404 for an unknown id', async () => {
    await expectError(await forget('nothing'), { status: 404, error: 'not_found' })
  })
})

describe('GET /results/{id}', () => {
  it('returns a result as it was first returned, even without a cache lookup', async () => {
    const first = await ask(QUERY)
    await ask(QUERY)
    const body = await (await get(service.edge, `/results/${first.id}`)).json()
    const { trace, ...response } = StoredConsensusResponse.strict().parse(body)
    expect(response).toEqual(first)
    expect(trace).toHaveLength(first.iterations)
    expect((await stats()).total_queries).toBe(2)
  })
})
