import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { replyAs } from '../support/panel-replies.ts'
import { startScriptedEmbeddings } from '../support/scripted-embeddings.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const KEYS = { API_KEYS: 'alice:key-of-alice,bob:key-of-bob' }
const alice = { 'x-api-key': 'key-of-alice' }
const bob = { 'x-api-key': 'key-of-bob' }
const query = 'What is the speed of light in a vacuum?'

let service: TestService
afterEach(async () => {
  vi.unstubAllGlobals()
  await service.stop()
})

const ask = async (headers: Record<string, string>) =>
  (await post(service.edge, '/consensus-iterative', { query }, headers)).json()
const check = async (headers: Record<string, string>) =>
  (await post(service.edge, '/cache/check', { query }, headers)).json()
const similar = async (headers: Record<string, string>) =>
  (await get(service.edge, `/similar?q=${encodeURIComponent(query)}&minScore=0`, headers)).json()
const stats = async (headers: Record<string, string>) =>
  (await get(service.edge, '/cache/stats', headers)).json()
const forget = async (id: string, headers: Record<string, string>, asked = '') =>
  service.edge.request(`/cache/${id}${asked && `?query=${encodeURIComponent(asked)}`}`, {
    method: 'DELETE',
    headers,
  })

describe('two keys', () => {
  it('do not see each other’s cache, results, past queries or statistics', async () => {
    service = await openService(KEYS)
    const { id } = await ask(alice)
    expect((await ask(alice)).cache_hit).toBe(true)

    expect(await check(bob)).toEqual({ hit: false })
    expect((await similar(bob)).similar).toEqual([])
    await expectError(await get(service.edge, `/results/${id}`, bob), { status: 404, error: 'not_found' })
    expect(await stats(bob)).toMatchObject({ total_queries: 1, cache_hits: 0 })
    const own = await ask(bob)
    expect(own.cache_hit).toBe(false)
    expect(own.id).not.toBe(id)

    expect((await similar(alice)).count).toBe(1)
    expect((await get(service.edge, `/results/${id}`, alice)).status).toBe(200)
    expect(await stats(alice)).toMatchObject({ total_queries: 2, cache_hits: 1 })
  })

  it('do not share a run: each asks the models itself and need not wait for the other', async () => {
    service = await openService({ ...KEYS, ...REAL_ROUTER })
    const provider = fakeProvider((call) => replyAs('42', call))
    // The first panel, of two, hangs until the second is done.
    let held = 0
    provider.hold(() => held++ < 2)
    const panel = { query, models: ['a/1', 'a/2'], max_iterations: 1 }
    const send = async (headers: Record<string, string>) =>
      (await post(service.edge, '/consensus-iterative', panel, headers)).json()
    const ofAlice = send(alice)
    await provider.called(2)
    const ofBob = await send(bob)
    expect(ofBob).toMatchObject({ cache_hit: false, final_answer: expect.stringContaining('42') })
    expect(provider.calls.length).toBeGreaterThanOrEqual(4)
    provider.release()
    expect((await ofAlice).id).not.toBe(ofBob.id)
  })

  it('cannot delete each other’s results, nor learn that they exist', async () => {
    service = await openService(KEYS)
    const { id } = await ask(alice)
    const refused = await expectError(await forget(id, bob), { status: 404, error: 'not_found' })
    const unknown = await expectError(await forget('0'.repeat(36), bob), { status: 404, error: 'not_found' })
    expect(refused.message.replace(id, '')).toBe(unknown.message.replace('0'.repeat(36), ''))
    await expectError(await forget(id, {}), { status: 401, error: 'unauthorized' })
    expect((await ask(alice)).id).toBe(id)
    expect((await forget(id, alice)).status).toBe(200)
  })

  it('cannot affect each other’s cache, whatever they store, delete or mark as different', async () => {
    service = await openService(KEYS)
    const reworded = 'Tell me the speed of light in a vacuum'
    const { id } = await ask(alice)
    const ofBob = await ask(bob)
    await forget(ofBob.id, bob, reworded)
    const hit = await (await post(service.edge, '/cache/check', { query: reworded }, alice)).json()
    expect(hit).toMatchObject({ hit: true, cached_query: query })
    expect((await get(service.edge, `/results/${id}`, alice)).status).toBe(200)
    expect((await similar(alice)).similar).toMatchObject([{ result_id: id, same_question: 1 }])
  })

  it('find nothing of each other in the metrics', async () => {
    service = await openService(KEYS)
    const { id } = await ask(alice)
    await forget(id, bob)
    const metrics = await (await get(service.edge, '/metrics')).text()
    for (const trace of [id, 'alice', 'bob', 'speed of light']) expect(metrics).not.toContain(trace)
  })

  it('each compute the vector of a query, so that timing reveals nothing about the other', async () => {
    const endpoint = await startScriptedEmbeddings()
    const embedder = { EMBEDDER: 'openai', EMBEDDER_MODEL: 'scripted', EMBEDDER_BASE_URL: endpoint.url }
    service = await openService({ ...KEYS, ...embedder })
    const asked = () => endpoint.calls.filter(({ input }) => input.includes(query)).length
    await similar(alice)
    const first = asked()
    await similar(alice)
    expect(asked()).toBe(first)
    await similar(bob)
    expect(asked()).toBe(first + 1)
    await endpoint.close()
  })

  it('cannot evict each other’s results', async () => {
    service = await openService({ ...KEYS, CACHE_MAX_ENTRIES: '3' })
    const { id } = await ask(alice)
    for (const number of [1, 2, 3, 4, 5])
      await post(service.edge, '/consensus-iterative', { query: `What is ${number} + ${number}?` }, bob)
    expect((await ask(alice)).id).toBe(id)
  })

  it('are recognised in both headers', async () => {
    service = await openService(KEYS)
    await ask(alice)
    expect((await ask({ Authorization: 'Bearer key-of-alice' })).cache_hit).toBe(true)
    expect((await ask({ ...alice, Authorization: 'Bearer key-of-bob' })).cache_hit).toBe(true)
    expect((await ask({ ...bob, Authorization: 'Bearer key-of-alice' })).cache_hit).toBe(false)
  })

  it('keep what was asked with documents or messages to themselves with CACHE_SCOPE=shared', async () => {
    service = await openService({ ...KEYS, CACHE_SCOPE: 'shared' })
    const context = [{ title: 'Payroll', text: 'Confidential.' }]
    const asked = await post(service.edge, '/consensus-iterative', { query, context }, alice)
    const { id } = await asked.json()
    expect((await similar(bob)).similar).toEqual([])
    expect((await get(service.edge, `/results/${id}`, bob)).status).toBe(404)
    const forget = (caller: Record<string, string>) =>
      service.edge.request(`/cache/${id}`, { method: 'DELETE', headers: caller })
    expect((await forget(bob)).status).toBe(404)
    expect((await get(service.edge, `/results/${id}`, alice)).status).toBe(200)
    expect((await forget(alice)).status).toBe(200)
  })

  it('share everything else with CACHE_SCOPE=shared', async () => {
    service = await openService({ ...KEYS, CACHE_SCOPE: 'shared' })
    const { id } = await ask(alice)
    expect(await ask(bob)).toMatchObject({ cache_hit: true, id })
    expect(await check(bob)).toMatchObject({ hit: true, cached_query: query })
    expect((await similar(bob)).similar).toMatchObject([{ result_id: id }])
    expect((await get(service.edge, `/results/${id}`, bob)).status).toBe(200)
    expect(await stats(alice)).toEqual(await stats(bob))
    expect(await stats(bob)).toMatchObject({ total_queries: 3, cache_hits: 2 })
  })
})

describe('the offline router and a real one', () => {
  it('never serve each other’s results', async () => {
    service = await openService({ ROUTER: 'auto' })
    fakeProvider((call) => replyAs('42', call))
    const real = { 'x-router-key': 'key-of-a-caller' }
    const offline = await ask({})
    expect(offline.router).toBe('offline')
    expect(await check(real)).toEqual({ hit: false })
    expect((await similar(real)).similar).toEqual([])
    const answered = await ask(real)
    expect(answered).toMatchObject({ router: 'openrouter', cache_hit: false })
    expect(await ask({})).toMatchObject({ id: offline.id, router: 'offline', cache_hit: true })
    expect(await ask(real)).toMatchObject({ id: answered.id, router: 'openrouter', cache_hit: true })
    expect((await similar(real)).similar).toMatchObject([{ result_id: answered.id }])
  })
})

describe('a key with the name of the anonymous caller', () => {
  onNode('folder')('does not see what was asked without a key', async () => {
    service = await openService({})
    const { id } = await ask({})
    await service.stop({ keepFolder: true })
    service = await openService({ API_KEYS: 'anonymous:some-key' }, service.folder)
    const headers = { 'x-api-key': 'some-key' }
    expect(await check(headers)).toEqual({ hit: false })
    expect((await get(service.edge, `/results/${id}`, headers)).status).toBe(404)
  })
})
