import { afterEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const KEYS = { API_KEYS: 'alice:key-of-alice,bob:key-of-bob' }
const alice = { 'x-api-key': 'key-of-alice' }
const bob = { 'x-api-key': 'key-of-bob' }
const query = 'What is the speed of light in a vacuum?'

let service: TestService
afterEach(() => service.stop())

const ask = async (headers: Record<string, string>) =>
  (await post(service.edge, '/consensus-iterative', { query }, headers)).json()
const check = async (headers: Record<string, string>) =>
  (await post(service.edge, '/cache/check', { query }, headers)).json()
const similar = async (headers: Record<string, string>) =>
  (await get(service.edge, `/similar?q=${encodeURIComponent(query)}&minScore=0`, headers)).json()
const stats = async (headers: Record<string, string>) =>
  (await get(service.edge, '/cache/stats', headers)).json()

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

  it('do not share a run that is under way', async () => {
    service = await openService(KEYS)
    const [ofAlice, ofBob] = await Promise.all([ask(alice), ask(bob)])
    expect(ofAlice.id).not.toBe(ofBob.id)
  })

  it('are each known in both forms of sending', async () => {
    service = await openService(KEYS)
    await ask(alice)
    expect((await ask({ Authorization: 'Bearer key-of-alice' })).cache_hit).toBe(true)
    expect((await ask({ ...alice, Authorization: 'Bearer key-of-bob' })).cache_hit).toBe(true)
    expect((await ask({ ...bob, Authorization: 'Bearer key-of-alice' })).cache_hit).toBe(false)
  })

  it('share everything with CACHE_SCOPE=shared', async () => {
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

describe('a key called like the caller without one', () => {
  it('does not see what was asked without a key', async () => {
    service = await openService({})
    const { id } = await ask({})
    await service.stop({ keepFolder: true })
    service = await openService({ API_KEYS: 'anonymous:some-key' }, service.folder)
    const headers = { 'x-api-key': 'some-key' }
    expect(await check(headers)).toEqual({ hit: false })
    expect((await get(service.edge, `/results/${id}`, headers)).status).toBe(404)
  })
})
