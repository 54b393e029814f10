import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { folderWithRuns, withLedger } from '../support/ledger.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const NAMES = ['alice', 'bob', 'carol', 'dan', 'eve']
const KEYS = { ...REAL_ROUTER, API_KEYS: NAMES.map((name) => `${name}:key-of-${name}`).join(',') }
const FIRST = 'vendor/first'
const SECOND = 'vendor/second'
const THIRD = 'vendor/third'
const MODELS = [FIRST, SECOND, THIRD]
/** Their seats lie in different orders, so that equal votes do not always choose the same model. */
const QUESTIONS = Array.from({ length: 8 }, (_, number) => `How many are there in box ${number}?`)

let service: TestService
let provider: ReturnType<typeof fakeProvider>
let answers: Record<string, string>
beforeEach(() => {
  answers = { [FIRST]: '11', [SECOND]: '22', [THIRD]: '33' }
  provider = fakeProvider((call) => replyAs(answers[call.model]!, call))
})
afterEach(() => provider.restore())

const as = (name: string) => ({ 'x-api-key': `key-of-${name}` })

async function ask(name: string, query: string, changes: object = {}) {
  const body = { query, models: MODELS, skip_cache: true, ...changes }
  const response = await post(service.edge, '/consensus', body, as(name))
  expect(response.status).toBe(200)
  return response.json()
}

/** The different answers a caller is given to all those questions. */
async function answersTo(name: string, changes: object = {}): Promise<string[]> {
  const given = await Promise.all(QUESTIONS.map((query) => ask(name, query, changes)))
  return [...new Set(given.map(({ answer }) => answer))].sort()
}

/** Stops the service for good and reads what it recorded for alice: the groups of the models, run by run. */
async function recorded() {
  await service.stop({ keepFolder: true })
  const rows = await withLedger(service.folder, (ledger) => ledger.recent('key:alice'))
  rmSync(service.folder, { recursive: true, force: true })
  return rows.map(({ id, ballots, delivered }) => ({
    id,
    delivered,
    groups: MODELS.map((model) => ballots.find((ballot) => ballot.model === model)?.group),
  }))
}

describe('models with a record', () => {
  const even = { [FIRST]: 30, [SECOND]: 30, [THIRD]: 30 }
  beforeAll(async () => {
    const folder = await folderWithRuns({
      'key:alice': { ...even, [FIRST]: 58 },
      'key:bob': { ...even, [SECOND]: 58 },
      'key:carol': { ...even, [THIRD]: 58 },
      'key:dan': { [FIRST]: 20, [THIRD]: 58 },
    })
    service = await openService(KEYS, folder)
  })
  afterAll(() => service.stop())

  it.each([
    ['alice', FIRST],
    ['bob', SECOND],
    ['carol', THIRD],
  ])('decide a tie by it, separately for each caller: %s’s for %s', async (name, reliable) => {
    expect(await answersTo(name)).toEqual([answers[reliable]])
  })

  it('have their votes in the response, one on average', async () => {
    const { votes, dissent } = await ask('carol', 'How many?')
    expect(votes.map(({ model }: { model: string }) => model)).toEqual(MODELS)
    const [first, second, third] = votes.map(({ weight }: { weight: number }) => weight)
    expect(first).toBe(second)
    expect(third).toBeGreaterThan(1.2)
    expect(first + second + third).toBeCloseTo(3, 2)
    expect(dissent).toHaveLength(2)
  })

  it('have equal votes for a caller without runs, and while one of the panel has no record', async () => {
    for (const name of ['dan', 'eve']) {
      expect((await answersTo(name)).length).toBeGreaterThan(1)
      expect(await ask(name, 'How many?')).not.toHaveProperty('votes')
    }
  })

  it('are believed by it, which does not touch divergence and outcome', async () => {
    const [weighed, plain] = [await ask('alice', 'How many?'), await ask('eve', 'How many?')]
    expect(weighed.confidence).toBeGreaterThan(plain.confidence)
    expect(weighed.confidence_basis).toMatch(/Past runs of these models say how far each can be trusted\.$/)
    expect(weighed.metrics).toEqual(plain.metrics)
    expect([weighed.outcome, plain.outcome]).toEqual(['split', 'split'])
  })

  it('show their votes in a stored result too', async () => {
    const { id, votes } = await ask('alice', 'How many?')
    const stored = await get(service.edge, `/results/${id}`, as('alice'))
    expect((await stored.json()).votes).toEqual(votes)
    expect(votes).toHaveLength(3)
  })
})

describe('a record', () => {
  afterEach(() => service.stop())
  const pair = { models: [FIRST, THIRD] }

  it('counts from the fiftieth run on, for the key that asked', async () => {
    service = await openService(KEYS)
    // The third stands with the second against the first.
    const agreeing = async (query: string) => {
      answers[THIRD] = answers[SECOND]!
      await ask('alice', query)
      answers[THIRD] = '33'
    }
    for (let run = 1; run < 50; run++) await agreeing(`How many are in drawer ${run}?`)
    expect(await answersTo('alice', pair), 'by the order of seats').toEqual(['11', '33'])
    await agreeing('How many are in the last drawer?')
    expect(await answersTo('alice', pair)).toEqual(['33'])
    expect(await answersTo('bob', pair)).toEqual(['11', '33'])
  })

  it('is shared by all keys with CACHE_SCOPE=shared', async () => {
    const folder = await folderWithRuns({ shared: { [FIRST]: 30, [THIRD]: 58 } })
    service = await openService({ ...KEYS, CACHE_SCOPE: 'shared' }, folder)
    expect(await answersTo('alice', pair)).toEqual(['33'])
  })
})

describe('with MODEL_RELIABILITY=off', () => {
  it('votes are equal regardless of earlier counts, and nothing is counted', async () => {
    const folder = await folderWithRuns({ 'key:alice': { [FIRST]: 30, [SECOND]: 25, [THIRD]: 58 } })
    service = await openService({ ...KEYS, MODEL_RELIABILITY: 'off' }, folder)
    expect((await answersTo('alice')).length).toBeGreaterThan(1)
    answers[SECOND] = '11'
    expect(await ask('alice', 'How many?')).not.toHaveProperty('votes')
    expect(await recorded()).toHaveLength(60)
  })
})

describe('what is counted', () => {
  beforeEach(() => {
    answers[SECOND] = '11'
  })

  it('is a run of real models, under the id of its response', async () => {
    service = await openService(KEYS)
    const response = await ask('alice', 'How many?')
    expect(response).toMatchObject({ router: 'openrouter', outcome: 'majority' })
    expect(await recorded()).toEqual([{ id: response.id, groups: [0, 0, 1], delivered: 0 }])
  })

  it('is a tie too, but no panel of two', async () => {
    service = await openService(KEYS)
    await ask('alice', 'How many?', { models: [FIRST, SECOND] })
    answers[SECOND] = '22'
    const { id } = await ask('alice', 'How many?')
    const [run, ...others] = await recorded()
    expect(others).toEqual([])
    expect(run).toMatchObject({ id, delivered: 0 })
    expect(run!.groups.sort()).toEqual([0, 1, 2])
  })

  it('is not what the cache answers', async () => {
    service = await openService(KEYS)
    await ask('alice', 'How many?')
    expect(await ask('alice', 'How many?', { skip_cache: false })).toMatchObject({ cache_hit: true })
    expect(await recorded()).toHaveLength(1)
  })

  it('is not what the offline voices say', async () => {
    service = await openService({ ...KEYS, ROUTER: 'offline' })
    for (const query of ['What is 2 + 2?', 'What is 3 + 4?', 'What is 6 * 7?'])
      expect(await ask('alice', query)).toMatchObject({ router: 'offline' })
    expect(await recorded()).toEqual([])
  })
})
