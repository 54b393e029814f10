import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stageFigures } from '../../src/consensus/ledger/stage-figures.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { withLedger } from '../support/ledger.ts'
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
function figures(name = 'alice') {
  const voters = (models: string[]) => models.map((model) => `openrouter|${model}`)
  const panel = { first: voters(CHEAP), others: voters(STRONG) }
  return withLedger(service.folder, async (ledger) => stageFigures(await ledger.recent(`key:${name}`), panel))
}

async function metric(line: string): Promise<boolean> {
  return (await (await get(service.edge, '/metrics')).text()).includes(line)
}

describe('with AUDIT_SHARE=1', () => {
  beforeEach(async () => {
    service = await openService({ ...KEYS, AUDIT_SHARE: '1' })
  })
  afterEach(() => service.stop())

  it('all models are asked about an answer that stood, and the ledger shows who agreed', async () => {
    const { usage, id } = await ask('How many are there?')
    expect(usage).toMatchObject({ calls: 2, stages: [{ models: CHEAP, accepted: true }] })
    await vi.waitFor(async () => expect((await figures()).audited).toBe(1), PATIENCE)
    expect(provider.calls.map(({ model }) => model).sort()).toEqual([...MODELS].sort())
    expect(await figures()).toEqual({ audited: 1, agreed: 1, promised: expect.any(Number) })
    expect(await metric('svc_first_stages_total{outcome="accepted"} 1')).toBe(true)
    expect(await metric('svc_audits_total{outcome="agreed"} 1')).toBe(true)
    expect(await read(`/results/${id}`), 'as it was delivered').toMatchObject({ usage: { calls: 2 } })
    const audit = await get(service.edge, `/results/${encodeURIComponent(`${id}/audit`)}`, as('alice'))
    expect(audit.status).toBeGreaterThanOrEqual(400)
  })

  it('an answer that all models contradict is counted so, and one that is passed on as well', async () => {
    for (const model of STRONG) answers[model] = '41'
    expect((await ask('How many are there?')).answer).toBe('42')
    await vi.waitFor(async () => expect((await figures()).audited).toBe(1), PATIENCE)
    answers['cheap/two'] = '43'
    await ask('And how many are here?')
    expect(await figures()).toMatchObject({ audited: 1, agreed: 0 })
    expect(await metric('svc_first_stages_total{outcome="passed_on"} 1')).toBe(true)
    expect(await metric('svc_audits_total{outcome="differed"} 1')).toBe(true)
  })

  it('an audit counts for its caller alone', async () => {
    await ask('How many are there?')
    await vi.waitFor(async () => expect((await figures()).audited).toBe(1), PATIENCE)
    expect(await figures('bob')).toMatchObject({ audited: 0 })
  })

  it('nobody is asked more at the cost of a caller’s own key, nor for an answer from the cache', async () => {
    await ask('How many are there?', {}, { ...as('alice'), 'x-router-key': 'sk-of-alice' })
    expect(await ask('How many are there?')).toMatchObject({ cache_hit: true })
    expect(await figures()).toMatchObject({ audited: 0 })
    expect(provider.calls.map(({ model }) => model).sort()).toEqual(CHEAP)
  })

  it('a verdict on an answer that stood is counted beside audits', async () => {
    const { id } = await ask('How many are there?', {}, { ...as('alice'), 'x-router-key': 'sk-of-alice' })
    await post(service.edge, `/results/${id}/verdict`, { right: false }, as('alice'))
    expect(await figures()).toMatchObject({ audited: 1, agreed: 0 })
  })
})

it('nothing is audited with MODEL_RELIABILITY=off', async () => {
  service = await openService({ ...KEYS, MODEL_RELIABILITY: 'off', AUDIT_SHARE: '1' })
  expect(await ask('How many are there?')).toMatchObject({ usage: { stages: [{ accepted: true }] } })
  await service.stop()
  expect(provider.calls.map(({ model }) => model).sort()).toEqual(CHEAP)
})
