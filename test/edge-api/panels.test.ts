import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { folderWithRuns, recordRuns, withLedger } from '../support/ledger.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const KEYS = { ...REAL_ROUTER, API_KEYS: 'alice:key-of-alice,bob:key-of-bob' }
const CHEAP = ['cheap/one', 'cheap/two']
const STRONG = ['strong/one', 'strong/two', 'strong/three']
const MODELS = [...CHEAP, ...STRONG]
const PATIENCE = { timeout: 30_000, interval: 10 }

let service: TestService
let provider: ReturnType<typeof fakeProvider>
let answers: Record<string, string>
beforeEach(() => {
  answers = Object.fromEntries(MODELS.map((model) => [model, '42']))
  provider = fakeProvider((call) => replyAs(answers[call.model] ?? '42', call))
})
afterEach(() => provider.restore())

const as = (name: string) => ({ 'x-api-key': `key-of-${name}` })

async function ask(query: string, changes: object = {}, headers: Record<string, string> = as('alice')) {
  const body = { query, models: MODELS, first: CHEAP, max_iterations: 1, ...changes }
  const response = await post(service.edge, '/consensus-iterative', body, headers)
  expect(response.status).toBe(200)
  return response.json()
}

async function read(path: string, name = 'alice') {
  const response = await get(service.edge, path, as(name))
  expect(response.status).toBe(200)
  return response.json()
}

/** The figures of the panel of these tests, for a caller. */
async function figures(name = 'alice') {
  const { panels, count } = await read('/panels', name)
  expect(count).toBe(panels.length)
  return panels.find(({ first }: { first?: string[] }) => first?.join() === CHEAP.join())
}

async function metric(line: string): Promise<boolean> {
  return (await (await get(service.edge, '/metrics')).text()).includes(line)
}

describe('with AUDIT_SHARE=1', () => {
  beforeEach(async () => {
    service = await openService({ ...KEYS, AUDIT_SHARE: '1' })
  })
  afterEach(() => service.stop())

  it('all models are asked about an answer that stood, and GET /panels shows who agreed', async () => {
    const { usage, id } = await ask('How many are there?')
    expect(usage).toMatchObject({ calls: 2, stages: [{ models: CHEAP, accepted: true }] })
    await vi.waitFor(async () => expect((await figures()).stage.audited).toBe(1), PATIENCE)
    expect(provider.calls.map(({ model }) => model).sort()).toEqual([...MODELS].sort())
    expect(await figures()).toEqual({
      name: null,
      models: MODELS,
      first: CHEAP,
      stage: {
        ...{ runs: 1, accepted: 1, passed_on: 0, audited: 1, agreed: 1 },
        promised: expect.any(Number),
        enough: 0.9,
      },
    })
    expect(await metric('svc_first_stages_total{outcome="accepted"} 1')).toBe(true)
    expect(await metric('svc_audits_total{outcome="agreed"} 1')).toBe(true)
    expect(await read(`/results/${id}`), 'as it was delivered').toMatchObject({ usage: { calls: 2 } })
    const audit = await get(service.edge, `/results/${encodeURIComponent(`${id}/audit`)}`, as('alice'))
    expect(audit.status).toBeGreaterThanOrEqual(400)
  })

  it('an answer that all models contradict is counted so, and one that is passed on as well', async () => {
    for (const model of STRONG) answers[model] = '41'
    expect((await ask('How many are there?')).answer).toBe('42')
    await vi.waitFor(async () => expect((await figures()).stage.audited).toBe(1), PATIENCE)
    answers['cheap/two'] = '43'
    await ask('And how many are here?')
    expect((await figures()).stage).toMatchObject({
      runs: 2,
      accepted: 1,
      passed_on: 1,
      audited: 1,
      agreed: 0,
    })
    expect(await metric('svc_first_stages_total{outcome="passed_on"} 1')).toBe(true)
    expect(await metric('svc_audits_total{outcome="differed"} 1')).toBe(true)
  })

  it('other callers see nothing of it', async () => {
    await ask('How many are there?')
    await vi.waitFor(async () => expect((await figures()).stage.audited).toBe(1), PATIENCE)
    expect(await figures('bob')).toBeUndefined()
    expect((await read('/panels', 'bob')).panels.map(({ name }: { name: string }) => name)).toEqual(['auto'])
  })

  it('nobody is asked more at the cost of a caller’s own key, nor for an answer from the cache', async () => {
    await ask('How many are there?', {}, { ...as('alice'), 'x-router-key': 'sk-of-alice' })
    expect(await ask('How many are there?')).toMatchObject({ cache_hit: true })
    expect((await figures()).stage).toMatchObject({ runs: 1, accepted: 1, audited: 0 })
    expect(provider.calls.map(({ model }) => model).sort()).toEqual(CHEAP)
  })

  it('a verdict on an answer that stood is counted beside audits, after a restart', async () => {
    const { id } = await ask('How many are there?', {}, { ...as('alice'), 'x-router-key': 'sk-of-alice' })
    await post(service.edge, `/results/${id}/verdict`, { right: false }, as('alice'))
    await service.stop({ keepFolder: true })
    service = await openService(KEYS, service.folder)
    expect((await figures()).stage).toMatchObject({ runs: 1, accepted: 1, audited: 1, agreed: 0 })
  })
})

describe('GET /panels', () => {
  afterEach(() => service.stop())

  it('lists the default panel and those of the operator, with figures where they have a first stage', async () => {
    const environment = { DEFAULT_MODELS: STRONG.join(), PANELS: `deep=${CHEAP}>${STRONG};wide=${MODELS}` }
    service = await openService({ ...KEYS, ...environment, AUDIT_SHARE: '0' })
    const nothing = { runs: 0, accepted: 0, passed_on: 0, audited: 0, agreed: 0, promised: null, enough: 0.9 }
    const own = [
      { name: 'auto', models: STRONG },
      { name: 'deep', models: MODELS, first: CHEAP, stage: nothing },
      { name: 'wide', models: MODELS },
    ]
    expect(await read('/panels')).toEqual({ panels: own, count: 3 })
    // A request that names the same panel, in any order, is counted under its name.
    await ask('How many are there?', { models: MODELS.toReversed(), first: CHEAP.toReversed() })
    expect(await read('/panels')).toMatchObject({
      panels: [{}, { stage: { runs: 1, accepted: 1 } }, {}],
      count: 3,
    })
  })

  it('knows a panel of the operator in which one of the first models is asked again later', async () => {
    service = await openService({ ...KEYS, PANELS: `twice=${CHEAP}>${CHEAP[0]},${STRONG}`, AUDIT_SHARE: '0' })
    await ask('How many are there?', { models: [...CHEAP, CHEAP[0], ...STRONG] })
    const { panels } = await read('/panels')
    expect(panels.slice(1)).toMatchObject([{ name: 'twice', stage: { runs: 1, accepted: 1 } }])
  })

  it('has no figures with MODEL_RELIABILITY=off', async () => {
    service = await openService({ ...KEYS, MODEL_RELIABILITY: 'off', AUDIT_SHARE: '1' })
    expect(await ask('How many are there?')).toMatchObject({ usage: { stages: [{ accepted: true }] } })
    expect(await figures()).toBeUndefined()
  })
})

describe('GET /models/reliability', () => {
  const THREE = ['vendor/one', 'vendor/two', 'vendor/three']
  const of = (models: string[]) => `/models/reliability?models=${models.join(',')}`
  beforeAll(async () => {
    const folder = freshFolder()
    await withLedger(folder, async (ledger) => {
      const runs = { 'vendor/one': 60, 'vendor/two': 50, 'vendor/three': 35 }
      await recordRuns(ledger, 'key:alice', runs)
    })
    service = await openService({ ...KEYS, PANELS: `trio=${THREE}`, DEFAULT_MODELS: THREE.join() }, folder)
  })
  afterAll(() => service.stop())

  it('says how reliable each model of a panel is, the most reliable first', async () => {
    const response = await read(of(THREE.toReversed()))
    expect(response).toMatchObject({ models: THREE.toReversed(), known: true, needed: 50, leader: null })
    expect(response).not.toHaveProperty('warnings')
    const { members } = response
    expect(members.map(({ model }: { model: string }) => model)).toEqual(THREE)
    for (const { accuracy, low, high, answered, judged, cost_usd, cost_per_right_usd } of members) {
      expect([answered, judged, cost_usd, cost_per_right_usd]).toEqual([60, 0, null, null])
      expect(low).toBeLessThanOrEqual(accuracy)
      expect(high).toBeGreaterThanOrEqual(accuracy)
    }
  })

  it('does not say what a member is worth while only other panels were asked', async () => {
    const { runs, accuracy, members } = await read(of(THREE))
    expect([runs, accuracy]).toEqual([60, null])
    for (const member of members) expect(member).toMatchObject({ agreement: null, loss_without: null })
  })

  it('says what every member is worth to a panel that was asked', async () => {
    const { runs, accuracy, members } = await read(of([...THREE, 'filler/one', 'filler/two']))
    expect(runs).toBe(60)
    expect(accuracy).toBeGreaterThan(0.9)
    const worth = Object.fromEntries(
      members.map(({ model, agreement, loss_without }: Record<string, number>) => [
        model,
        [agreement, loss_without],
      ]),
    )
    expect(worth['vendor/one']).toEqual([1, 0])
    expect(worth['vendor/three']).toEqual([0.583, 0])
  })

  it('takes the name of a panel, and the default panel without any', async () => {
    const ofThree = await read(of(THREE))
    expect(await read('/models/reliability?panel=trio')).toEqual(ofThree)
    expect(await read('/models/reliability?panel=auto')).toEqual(ofThree)
    expect(await read('/models/reliability')).toEqual(ofThree)
  })

  it('knows nothing of models with too few runs, nor from the runs of others', async () => {
    const nothing = { known: false, runs: 0, needed: 50, accuracy: null, leader: null, members: [] }
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

describe('with MODEL_RELIABILITY=off', () => {
  it('nothing is known of any model, and the response says why', async () => {
    const folder = await folderWithRuns({ 'key:alice': { 'vendor/one': 60, 'vendor/two': 50 } })
    service = await openService({ ...KEYS, MODEL_RELIABILITY: 'off' }, folder)
    expect(await read('/models/reliability?models=vendor/one,vendor/two')).toMatchObject({
      known: false,
      members: [],
      warnings: ['Nothing is counted: MODEL_RELIABILITY is off.'],
    })
    await service.stop()
  })
})

describe('a panel of which one member is as good as all', () => {
  it('is said to be in its responses', async () => {
    const folder = await folderWithRuns({ 'key:alice': { 'vendor/one': 60, 'vendor/two': 40 } })
    service = await openService(KEYS, folder)
    const models = ['vendor/one', 'vendor/two', 'filler/one', 'filler/two']
    const whole = { models, first: undefined }
    const { warnings } = await ask('How many are there?', whole)
    expect(warnings.join()).toMatch(
      /In the last 60 counted runs of this panel, vendor\/one alone was right about as often as all of it \(estimated \d+% and \d+%\); asking it alone would save 3 of 4 first calls\./,
    )
    const { warnings: ofBob = [] } = await ask('How many are there?', whole, as('bob'))
    expect(ofBob.join()).not.toContain('asking it alone')
    await service.stop()
  })
})
