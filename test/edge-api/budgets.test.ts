import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DryRunResponse } from '../../src/contract/dry-run.ts'
import { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const QUERY = 'What is 2 + 2?'
const MODELS = ['vendor/first', 'vendor/second', 'vendor/third']

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(() => {
  provider = fakeProvider((call) => replyAs(String(MODELS.indexOf(call.model)), call))
})
afterEach(async () => {
  provider.release()
  await service.stop()
  provider.restore()
})

const open = async (environment: Record<string, string> = {}) => {
  service = await openService({ ...REAL_ROUTER, ...environment })
}
const ask = (body: object, path = '/consensus-iterative') =>
  post(service.edge, path, { query: QUERY, models: MODELS, ...body })
const refused = async (body: object, path: string) =>
  (await expectError(await ask(body), { status: 400, error: 'bad_request', paths: [path] })).message
const answered = async (body: object, path?: string) => {
  const response = await ask(body, path)
  const parsed = await response.json()
  expect(response.status, JSON.stringify(parsed)).toBe(200)
  return EdgeConsensusResponse.strict().parse(parsed)
}

describe('a budget of a request', () => {
  it('ends the run with the best answer so far, and says so', async () => {
    await open()
    const { usage, ending, outcome, warnings, answer } = await answered({ max_calls: 3 })
    expect({ ending, outcome, calls: usage.calls }).toEqual({ ending: 'budget', outcome: 'split', calls: 3 })
    expect(usage.phases).toEqual([
      {
        phase: 'exposition',
        iteration: 1,
        calls: 3,
        prompt_tokens: 30,
        completion_tokens: 15,
        cost_usd: expect.closeTo(0.003),
      },
    ])
    expect(answer).toMatch(/^[012]$/)
    expect(warnings.join()).toContain('The budget (at most 3 calls) did not allow another iteration')
    expect(provider.calls).toHaveLength(3)
  })

  it('may not be smaller than the panel', async () => {
    await open()
    expect(await refused({ max_calls: 2 }, 'max_calls')).toBe(
      'max_calls must be at least 3, the number of models.',
    )
    expect(provider.calls).toHaveLength(0)
  })

  it('in money needs a price, or calls as well', async () => {
    await open()
    expect(await refused({ max_cost_usd: 0.01 }, 'max_cost_usd')).toBe(
      'The prices of vendor/first, vendor/second, vendor/third are not known here; give max_calls as well.',
    )
    expect(provider.calls).toHaveLength(0)
    const { ending, usage, warnings } = await answered({ max_cost_usd: 0.004, max_calls: 20 })
    expect({ ending, calls: usage.calls }).toEqual({ ending: 'budget', calls: 3 })
    expect(warnings.join(' ')).toContain('counts only what their replies say they cost')
  })

  it('is the same for everyone who is served its result', async () => {
    await open()
    const first = await answered({ max_calls: 3 })
    expect(await answered({ max_calls: 3 })).toMatchObject({ cache_hit: true, id: first.id })
    expect(await answered({ max_calls: 7, max_iterations: 2 })).toMatchObject({ cache_hit: false })
    expect(await answered({})).toMatchObject({ cache_hit: false })
  })

  it('costs a cached answer nothing, so that no price is needed for it', async () => {
    await open()
    await answered({ max_calls: 3 })
    const calls = provider.calls.length
    expect((await answered({ max_calls: 3 })).usage).toMatchObject({ calls: 0 })
    expect(provider.calls).toHaveLength(calls)
  })
})

describe('the reading of answers', () => {
  it('is a phase of its own in the usage, and counts against the budget', async () => {
    await open()
    const { usage, ending } = await answered({ max_calls: 4 })
    expect(ending).toBe('budget')
    expect(usage.phases?.map(({ phase, iteration, calls }) => ({ phase, iteration, calls }))).toEqual([
      { phase: 'exposition', iteration: 1, calls: 3 },
      { phase: 'reading', iteration: 1, calls: 1 },
    ])
  })
})

describe('a time limit of a request', () => {
  it('delivers what was answered by then', async () => {
    await open()
    provider.hold(({ model }) => model !== 'vendor/second')
    const { ending, outcome, answer, warnings } = await answered({ timeout_seconds: 1 })
    expect({ ending, outcome, answer }).toEqual({
      ending: 'deadline',
      outcome: 'split',
      answer: '1',
    })
    expect(warnings.join()).toContain('The time limit was reached before enough models had answered')
  })

  it('does not become that of others who ask the same', async () => {
    await open()
    provider.hold()
    const patient = answered({ max_iterations: 1 })
    await provider.called(3)
    const late = await ask({ max_iterations: 1, timeout_seconds: 1 })
    expect(late.status).toBe(504)
    provider.release()
    expect((await patient).ending).toBe('exhausted')
  })
})

describe('a budget of the server', () => {
  it('holds for requests that name none, and can only be lowered', async () => {
    await open({ MAX_CALLS: '4' })
    expect((await answered({})).usage.calls).toBe(4)
    const { warnings, usage } = await answered({ max_calls: 500 })
    expect(usage.calls).toBeLessThanOrEqual(4)
    expect(warnings).toContain('max_calls was lowered to 4, the limit of this server.')
  })

  it('refuses a panel whose first answers it does not cover', async () => {
    await open({ MAX_CALLS: '3' })
    const models = [...MODELS, 'vendor/fourth']
    expect(await refused({ models }, 'models')).toBe(
      'models must have at most 3 entries: this server allows 3 calls per request.',
    )
  })

  it('in money refuses nobody because of a price that is not known', async () => {
    await open({ MAX_COST_USD: '0.004' })
    const { ending, warnings } = await answered({})
    expect(ending).toBe('budget')
    expect(warnings.join(' ')).toContain(
      'the limit of 0.004 USD counts only what their replies say they cost',
    )
  })
})

describe('a dry run', () => {
  const dry = async (body: object, path?: string) => {
    const response = await ask({ dry_run: true, ...body }, path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json; profile=dry-run')
    return DryRunResponse.strict().parse(await response.json())
  }

  it('says what a request would cost at most, and calls and stores nothing', async () => {
    await open()
    expect(await dry({ kind: 'closed', max_iterations: 2, extra: 1 })).toEqual({
      dry_run: true,
      kind: 'closed',
      models: MODELS,
      structure: 'sonata',
      // Two readings an iteration by two models each, three rulings and a writer.
      calls: { first_round: 3, at_most: 3 + 4 * 2 + 3 + 1 },
      cost_usd: { first_round_at_most: null, at_most: null },
      prices: MODELS.map((model) => ({
        model,
        prompt_usd_per_million: null,
        completion_usd_per_million: null,
        request_usd: null,
      })),
      router: 'openrouter',
      warnings: [
        ...MODELS.map((model) => `The price of ${model} is not known here.`),
        expect.stringContaining('extra'),
      ],
    })
    expect(provider.calls).toHaveLength(0)
    expect(await (await get(service.edge, '/cache/stats')).json()).toMatchObject({ total_queries: 0 })
  })

  it('of a single round has no more rounds, but readers, and writers for an open question', async () => {
    await open()
    expect((await dry({ kind: 'closed' }, '/consensus')).calls).toEqual({ first_round: 3, at_most: 7 })
    expect((await dry({ kind: 'open' }, '/consensus')).calls).toEqual({ first_round: 3, at_most: 7 })
  })

  it('quotes the dearest kind where the models decide it', async () => {
    await open()
    const most = async (body: object) => (await dry({ max_iterations: 3, ...body })).calls.at_most
    const kinds = await Promise.all(['closed', 'open', 'draft'].map((kind) => most({ kind })))
    expect(await most({})).toBe(Math.max(...kinds))
    expect(new Set(kinds).size).toBeGreaterThan(1)
    expect((await dry({})).kind).toBeNull()
  })

  it('lists the price of a reader from outside the panel', async () => {
    await open({ READER_MODEL: 'vendor/small' })
    const priced = async (body: object) => (await dry(body)).prices.map(({ model }) => model)
    expect(await priced({})).toEqual([...MODELS, 'vendor/small'])
    expect(await priced({ reader: 'vendor/other' })).toEqual([...MODELS, 'vendor/other'])
    expect(await priced({ reader: MODELS[0] })).toEqual(MODELS)
  })

  it('is bounded by the budget of the request', async () => {
    await open()
    expect((await dry({ max_calls: 7 })).calls.at_most).toBe(7)
  })

  it('costs nothing with the offline voices', async () => {
    await open({ ROUTER: 'offline' })
    const { cost_usd, router } = await dry({ max_cost_usd: 0.01 })
    expect({ cost_usd, router }).toEqual({
      cost_usd: { first_round_at_most: 0, at_most: 0 },
      router: 'offline',
    })
  })

  it('refuses what the request itself would be refused for', async () => {
    await open()
    expect(await refused({ dry_run: true, max_calls: 1 }, 'max_calls')).toContain('at least 3')
    expect(await refused({ dry_run: true, max_cost_usd: 1 }, 'max_cost_usd')).toContain('give max_calls')
  })
})
