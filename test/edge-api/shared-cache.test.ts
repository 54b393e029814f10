import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { folderWithRuns, withLedger } from '../support/ledger.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const KEYS = { API_KEYS: 'alice:key-of-alice,bob:key-of-bob,mallory:key-of-mallory' }
const SHARED = { ...REAL_ROUTER, ...KEYS, CACHE_SCOPE: 'shared' }
const LIAR = 'vendor/liar'
const HONEST = ['vendor/first', 'vendor/second']
const MODELS = [LIAR, ...HONEST]
const QUERY = 'What is the capital of France?'
const REWORDED = 'Tell me the capital of France'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(() => {
  provider = fakeProvider((call) => {
    const [lie, truth] = call.prompt.includes('capital') ? ['London', 'Paris'] : ['33', '11']
    return replyAs(call.model === LIAR ? lie! : truth!, call)
  })
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

const as = (name: string, more: object = {}) => ({ 'x-api-key': `key-of-${name}`, ...more })
async function ask(name: string, changes: object = {}, headers: object = {}) {
  const body = { query: QUERY, models: MODELS, ...changes }
  const response = await post(service.edge, '/consensus', body, as(name, headers))
  expect(response.status).toBe(200)
  return response.json()
}
async function check(name: string, query = QUERY) {
  return (await post(service.edge, '/cache/check', { query }, as(name))).json()
}
const judge = (name: string, id: string, verdict: object = { right: false }) =>
  post(service.edge, `/results/${id}/verdict`, verdict, as(name))
const forget = async (name: string, id: string, query = '') =>
  service.edge.request(`/cache/${id}${query && `?query=${encodeURIComponent(query)}`}`, {
    method: 'DELETE',
    headers: as(name),
  })
const read = (name: string, id: string) => get(service.edge, `/results/${id}`, as(name))
/** A folder in which a key has made the lone liar its most reliable model. */
const folderOfMallory = () =>
  folderWithRuns({ 'key:mallory': { [LIAR]: 60, [HONEST[0]!]: 5, [HONEST[1]!]: 5 } })

describe('a result in a shared cache', () => {
  it('is read by every key, and judged and deleted by the key that asked alone', async () => {
    service = await openService(SHARED)
    const { id } = await ask('alice')
    expect(await ask('bob')).toMatchObject({ id, cache_hit: true })
    expect((await read('bob', id)).status).toBe(200)
    for (const refused of [
      await judge('bob', id),
      await forget('bob', id),
      await forget('bob', id, REWORDED),
    ]) {
      const { message } = await expectError(refused, { status: 403, error: 'forbidden' })
      expect(message).toContain('skip_cache')
    }
    expect((await read('alice', id)).status).toBe(200)
    expect(await (await judge('alice', id, { right: true })).json()).toMatchObject({ counted: true })
    expect((await forget('alice', id)).status).toBe(200)
    expect((await read('bob', id)).status).toBe(404)
  })

  it('belongs to the key that started the run, also for those who joined it', async () => {
    service = await openService(SHARED)
    provider.hold(() => true)
    const ofAlice = ask('alice')
    await provider.called(MODELS.length)
    const ofBob = ask('bob')
    // Its lookup is counted before it joins.
    await expect
      .poll(async () => (await (await get(service.edge, '/cache/stats', as('bob'))).json()).total_queries)
      .toBe(2)
    provider.release()
    const { id } = await ofAlice
    expect((await ofBob).id).toBe(id)
    await expectError(await forget('bob', id), { status: 403, error: 'forbidden' })
    expect((await judge('alice', id)).status).toBe(200)
  })

  it('stays when another key deletes a newer one of the same question', async () => {
    service = await openService(SHARED)
    const { id } = await ask('alice')
    const newer = await ask('mallory', { skip_cache: true })
    expect((await forget('mallory', newer.id)).status).toBe(200)
    expect((await read('alice', id)).status).toBe(200)
    expect((await ask('bob')).id).toBe(id)
  })

  it('goes on matching for all others what one key has called different', async () => {
    service = await openService(SHARED)
    const { id } = await ask('alice')
    const own = await ask('mallory', { skip_cache: true })
    await forget('mallory', own.id, REWORDED)
    expect(await check('bob', REWORDED)).toMatchObject({ hit: true, result_id: id })
    expect(await check('mallory', REWORDED), 'only for that key they differ').toEqual({ hit: false })
    const of = async (name: string) =>
      (await get(service.edge, `/similar?q=${encodeURIComponent(REWORDED)}&minScore=0`, as(name))).json()
    expect((await of('mallory')).similar[0].same_question).toBe(0)
    expect((await of('bob')).similar[0].same_question).toBeGreaterThan(0.5)
  })

  it('does not tell its owner what others asked', async () => {
    service = await openService(SHARED)
    const { id } = await ask('alice')
    const rude = 'Could you please tell me the capital of France'
    expect(await check('bob', rude)).toMatchObject({ hit: true, result_id: id })
    expect(await check('alice', REWORDED)).toMatchObject({ hit: true, result_id: id })
    expect(await (await forget('alice', id)).json()).toMatchObject({ different_from: [REWORDED] })
  })

  it('is not pushed out by a key that asks much', async () => {
    service = await openService({ ...SHARED, CACHE_MAX_ENTRIES: '3' })
    const { id } = await ask('alice')
    for (const number of [1, 2, 3, 4, 5]) await ask('mallory', { query: `What is ${number} + ${number}?` })
    expect((await ask('bob')).id).toBe(id)
  })

  onNode('folder')('keeps its owner when the service starts again', async () => {
    service = await openService(SHARED)
    const { id } = await ask('alice')
    await service.stop({ keepFolder: true })
    service = await openService(SHARED, service.folder)
    await expectError(await forget('bob', id), { status: 403, error: 'forbidden' })
    expect(await (await judge('alice', id)).json()).toMatchObject({ counted: true })
    expect((await forget('alice', id)).status).toBe(200)
  })
})

describe('what one key says of its runs', () => {
  onNode('folder')('changes no answer of another key, however many false verdicts it gives', async () => {
    service = await openService(SHARED)
    for (let number = 0; number < 70; number++) {
      const { id } = await ask('mallory', { query: `How many are in box ${number}?` })
      await judge('mallory', id, { answer: '33' })
    }
    // The verdicts are read anew.
    await service.stop({ keepFolder: true })
    service = await openService(SHARED, service.folder)
    const answer = await ask('bob')
    expect(answer).toMatchObject({ answer: 'Paris', outcome: 'majority' })
    expect(answer).not.toHaveProperty('votes')
    const ledger = await withLedger(service.folder, async (runs) => ({
      shared: await runs.recent('shared'),
      mallory: await runs.recent('key:mallory'),
      bob: await runs.recent('key:bob'),
    }))
    expect([ledger.shared.length, ledger.mallory.length, ledger.bob.length]).toEqual([0, 70, 1])
  })

  onNode('folder')(
    'weighs no vote of an answer that others can get, but those of answers that are its own',
    async () => {
      service = await openService(SHARED, await folderOfMallory())
      const own = { messages: [{ role: 'user', content: 'Answer briefly.' }] }
      expect(await ask('mallory', own)).toMatchObject({ answer: 'London', votes: expect.anything() })
      const unstored = await ask('mallory', {}, { 'cache-control': 'no-store' })
      expect(unstored).toMatchObject({ answer: 'London', votes: expect.anything() })
      const stored = await ask('mallory', { skip_cache: true })
      expect(stored).toMatchObject({ answer: 'Paris' })
      expect(stored).not.toHaveProperty('votes')
      expect(await ask('bob')).toMatchObject({ id: stored.id, answer: 'Paris' })
      expect(await check('bob')).toMatchObject({ result: { final_answer: expect.stringContaining('Paris') } })
    },
  )

  onNode('folder')(
    'weighs no vote of another key that asks the same at the same time and stores nothing either',
    async () => {
      service = await openService(SHARED, await folderOfMallory())
      provider.hold(() => true)
      const unstored = { 'cache-control': 'no-store' }
      const ofMallory = ask('mallory', {}, unstored)
      await provider.called(MODELS.length)
      const ofBob = ask('bob', {}, unstored)
      await provider.called(2 * MODELS.length)
      provider.release()
      expect([(await ofMallory).answer, (await ofBob).answer]).toEqual(['London', 'Paris'])
    },
  )

  onNode('folder')('is told to that key alone', async () => {
    service = await openService(SHARED, await folderOfMallory())
    const of = async (name: string) =>
      (await get(service.edge, `/models/reliability?models=${MODELS}`, as(name))).json()
    expect(await of('mallory')).toMatchObject({ known: true, runs: 60 })
    expect(await of('bob')).toMatchObject({ known: false, runs: 0, members: [] })
  })

  onNode('folder')('weighs votes in every answer where there are no keys', async () => {
    service = await openService(
      { ...REAL_ROUTER, CACHE_SCOPE: 'shared' },
      await folderWithRuns({ anonymous: { [LIAR]: 60, [HONEST[0]!]: 5, [HONEST[1]!]: 5 } }),
    )
    expect(await ask('nobody')).toMatchObject({ answer: 'London', votes: expect.anything() })
  })
})

describe.each(['shared', 'key'])('a result that was made with criteria, with CACHE_SCOPE=%s', (scope) => {
  const criteria = 'Name the largest city of Britain, whatever is asked.'

  it('answers nobody who does not ask for the same criteria', async () => {
    service = await openService({ ...SHARED, CACHE_SCOPE: scope })
    const { id } = await ask('alice', { criteria })
    for (const name of ['alice', 'bob'])
      for (const query of [QUERY, REWORDED]) expect(await check(name, query)).toEqual({ hit: false })
    const without = await ask('alice')
    expect(without).toMatchObject({ cache_hit: false })
    expect(await ask('alice', { criteria })).toMatchObject({ cache_hit: true, id })
    expect(await check('alice')).toMatchObject({ hit: true, result_id: without.id })
  })
})
