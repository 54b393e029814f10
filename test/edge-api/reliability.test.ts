import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runEvents } from '../../src/contract/events.ts'
import { allEventsOf } from '../support/event-stream.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { describeOnNode, onNode } from '../support/in-workerd/differences.ts'
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

async function read(path: string, name = 'alice') {
  const response = await get(service.edge, path, as(name))
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

describeOnNode('folder')('models with a record', () => {
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

  it('have their votes at the start of a run that is watched', async () => {
    const startOf = async (name: string) => {
      const headers = { ...as(name), Accept: 'text/event-stream' }
      const body = { query: 'How many?', models: MODELS, skip_cache: true }
      const [start] = await allEventsOf(await post(service.edge, '/consensus', body, headers))
      return runEvents['panel-start'].strict().parse(start!.data)
    }
    const { votes } = await ask('carol', 'How many?')
    expect((await startOf('carol')).votes).toEqual(votes)
    expect(await startOf('eve')).not.toHaveProperty('votes')
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
    const pairAt = `/models/reliability?models=${pair.models}`
    for (let run = 1; run < 50; run++) await agreeing(`How many are in drawer ${run}?`)
    expect(await read(pairAt)).toMatchObject({ runs: 49, runs_used: 49, known: false })
    expect(await answersTo('alice', pair), 'by the order of seats').toEqual(['11', '33'])
    await agreeing('How many are in the last drawer?')
    // The runs of two in between are counted, and do not tell who is right.
    expect(await read(pairAt)).toMatchObject({ runs: 58, runs_used: 50, known: true })
    expect(await answersTo('alice', pair)).toEqual(['33'])
    expect(await answersTo('bob', pair)).toEqual(['11', '33'])
  })
})

describe('a panel of two', () => {
  afterEach(() => service.stop())
  const two = { models: [FIRST, SECOND] }
  const figures = () => read(`/models/reliability?models=${two.models}`)
  const askOf = (runs: number) =>
    Promise.all(Array.from({ length: runs }, (_, run) => ask('alice', `How many in row ${run}?`, two)))

  it('is told from its first run on what is counted, and what is missing', async () => {
    service = await openService(KEYS)
    await askOf(2)
    const { basis, ...counts } = await figures()
    expect(counts).toMatchObject({ known: false, runs: 2, runs_used: 0, members: [] })
    expect(basis).toBe(
      'All of them answered 2 counted runs, of which 0 tell who is right; those of two models do once 10 verdicts name a right answer of theirs. 50 are needed; until then every vote counts the same.',
    )
  })

  onNode('folder')('learns from verdicts which of the two is right', async () => {
    service = await openService(KEYS)
    const runs = await askOf(50)
    expect(await figures()).toMatchObject({ known: false, runs: 50, runs_used: 0 })
    for (const { id } of runs.slice(0, 10)) {
      const given = await post(service.edge, `/results/${id}/verdict`, { answer: '22' }, as('alice'))
      expect(await given.json()).toMatchObject({ counted: true })
    }
    // A start reads verdicts at once.
    await service.stop({ keepFolder: true })
    service = await openService(KEYS, service.folder)
    const { members, ...counts } = await figures()
    expect(counts).toMatchObject({ known: true, runs: 50, runs_used: 50 })
    expect(members[0]).toMatchObject({ model: SECOND, answered: 50, judged: 10 })
    expect(await answersTo('alice', two)).toEqual(['22'])
  })
})

describe('with MODEL_RELIABILITY=off', () => {
  onNode('folder')('votes are equal regardless of earlier counts, and nothing is counted', async () => {
    const folder = await folderWithRuns({ 'key:alice': { [FIRST]: 30, [SECOND]: 25, [THIRD]: 58 } })
    service = await openService({ ...KEYS, MODEL_RELIABILITY: 'off' }, folder)
    expect((await answersTo('alice')).length).toBeGreaterThan(1)
    answers[SECOND] = '11'
    expect(await ask('alice', 'How many?')).not.toHaveProperty('votes')
    expect(await recorded()).toHaveLength(60)
  })

  onNode('folder')('nothing is known of any model, and the response says why', async () => {
    const folder = await folderWithRuns({ 'key:alice': { 'vendor/one': 60, 'vendor/two': 50 } })
    service = await openService({ ...KEYS, MODEL_RELIABILITY: 'off' }, folder)
    expect(await read('/models/reliability?models=vendor/one,vendor/two')).toMatchObject({
      known: false,
      basis: 'Nothing is counted: MODEL_RELIABILITY is off.',
      members: [],
      warnings: ['Nothing is counted: MODEL_RELIABILITY is off.'],
    })
    await service.stop()
  })
})

describe('what is counted', () => {
  beforeEach(() => {
    answers[SECOND] = '11'
  })

  onNode('folder')('is a run of real models, under the id of its response', async () => {
    service = await openService(KEYS)
    const response = await ask('alice', 'How many?')
    expect(response).toMatchObject({ router: 'openrouter', outcome: 'majority' })
    expect(await recorded()).toEqual([{ id: response.id, groups: [0, 0, 1], delivered: 0 }])
  })

  onNode('folder')('is a tie too, and a panel of two', async () => {
    service = await openService(KEYS)
    const two = await ask('alice', 'How many?', { models: [FIRST, SECOND] })
    answers[SECOND] = '22'
    const three = await ask('alice', 'How many?')
    const runs = new Map((await recorded()).map(({ id, groups }) => [id, groups.sort()]))
    expect(runs).toEqual(
      new Map([
        [two.id, [0, 0, undefined]],
        [three.id, [0, 1, 2]],
      ]),
    )
  })

  onNode('folder')('is not what the cache answers', async () => {
    service = await openService(KEYS)
    await ask('alice', 'How many?')
    expect(await ask('alice', 'How many?', { skip_cache: false })).toMatchObject({ cache_hit: true })
    expect(await recorded()).toHaveLength(1)
  })

  onNode('folder')('is not what the offline voices say', async () => {
    service = await openService({ ...KEYS, ROUTER: 'offline' })
    for (const query of ['What is 2 + 2?', 'What is 3 + 4?', 'What is 6 * 7?'])
      expect(await ask('alice', query)).toMatchObject({ router: 'offline' })
    expect(await recorded()).toEqual([])
  })
})

describeOnNode('folder')('GET /models/reliability', () => {
  const THREE = ['vendor/one', 'vendor/two', 'vendor/three']
  const of = (models: string[]) => `/models/reliability?models=${models.join(',')}`
  beforeAll(async () => {
    const folder = await folderWithRuns({
      'key:alice': { 'vendor/one': 60, 'vendor/two': 50, 'vendor/three': 35 },
    })
    service = await openService({ ...KEYS, PANELS: `trio=${THREE}`, DEFAULT_MODELS: THREE.join() }, folder)
  })
  afterAll(() => service.stop())

  it('says how reliable each model of a panel is, the most reliable first', async () => {
    const response = await read(of(THREE.toReversed()))
    expect(response).toMatchObject({
      models: THREE.toReversed(),
      known: true,
      basis: 'All of them answered 60 counted runs.',
      runs: 60,
      runs_used: 60,
      needed: 50,
      leader: null,
    })
    expect(response).not.toHaveProperty('warnings')
    const { members } = response
    expect(members.map(({ model }: { model: string }) => model)).toEqual(THREE)
    for (const { accuracy, low, high, answered, judged, cost_usd } of members) {
      expect([answered, judged, cost_usd]).toEqual([60, 0, null])
      expect(low).toBeLessThanOrEqual(accuracy)
      expect(high).toBeGreaterThanOrEqual(accuracy)
    }
  })

  it('takes the name of a panel, and the default panel without any', async () => {
    const ofThree = await read(of(THREE))
    expect(await read('/models/reliability?panel=trio')).toEqual(ofThree)
    expect(await read('/models/reliability?panel=auto')).toEqual(ofThree)
    expect(await read('/models/reliability')).toEqual(ofThree)
  })

  it('knows nothing of models with too few runs, nor from the runs of others', async () => {
    const basis = 'All of them answered 0 counted runs. 50 are needed; until then every vote counts the same.'
    const nothing = { known: false, basis, runs: 0, runs_used: 0, needed: 50, leader: null, members: [] }
    expect(await read(of(['vendor/one', 'vendor/new']))).toEqual({
      models: ['vendor/one', 'vendor/new'],
      ...nothing,
    })
    expect(await read(of(THREE), 'bob')).toEqual({ models: THREE, ...nothing })
  })

  it('names the panels there are where it does not know one', async () => {
    const response = await get(service.edge, '/models/reliability?panel=duo', as('alice'))
    expect(response.status).toBe(404)
    expect((await response.json()).message).toBe('There is no panel duo. Use one of auto, trio, or models.')
  })

  it.each([
    ['models and a panel', 'models=a/one,b/two&panel=trio', 'panel', 'give models or panel, not both'],
    ['one model', 'models=a/one', 'models', 'from 2 to 16'],
    [
      'too many models',
      `models=${Array.from({ length: 17 }, (_, place) => `m/${place}`)}`,
      'models',
      'from 2 to 16',
    ],
    ['an empty model', 'models=a/one,,b/two', 'models', 'separated by commas'],
  ])('refuses %s', async (_, query, path, problem) => {
    const response = await get(service.edge, `/models/reliability?${query}`, as('alice'))
    expect(response.status).toBe(400)
    const { details } = await response.json()
    expect(details[0].path).toContain(path)
    expect(details[0].problem).toContain(problem)
  })
})
