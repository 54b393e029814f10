import { describe, expect, it } from 'vitest'
import { CALIBRATION, embedWords, TEXT_CHOICE } from '../../test/support/engine/scripted-panel.ts'
import type { Budget, FindPages, ModelCall, Spiral } from '../engine/index.ts'
import type { ModelReliability } from './model-reliability.ts'
import { OFFLINE } from './model-router.ts'
import { createPanelRunner, type PanelRun } from './panel-runner.ts'
import { guestOf } from './planned-run.ts'

/** A runner whose vendors have keys, but not the routing provider; with the names of those who wrote and read. */
function runnerWithoutRouter(
  ceiling?: Budget,
  readerModel: string | null = null,
  reliability: ModelReliability | null = null,
  findPages?: FindPages,
) {
  const writers: string[] = []
  const readers: string[] = []
  const limits: Array<number | undefined> = []
  const ask = async ({ seat, brief }: ModelCall) => {
    if (brief.phase === 'synthesis') writers.push(seat.name)
    if (brief.phase === 'reading') readers.push(seat.name)
    const isPlan = brief.phase === 'reading' && brief.task === 'plan-search'
    const said = isPlan ? '{"queries": ["tides"]}' : `The text of ${seat.name}.`
    const text = brief.phase === 'synthesis' ? 'Written.' : said
    return { text, latencyMs: 1, promptTokens: 1, completionTokens: 1, costUsd: 0 }
  }
  const runner = createPanelRunner({
    router: {
      connect: () => ({
        ask,
        servedBy: ({ provider }) => (provider === 'openrouter' ? OFFLINE : provider),
        vendorOf: ({ provider }) => provider,
        nameOf: ({ name }) => name,
        warnings: [],
      }),
      providerOf: () => 'openrouter',
      servers: () => ['openai', 'anthropic'],
    },
    findAnchors: async () => [],
    findPages,
    embed: embedWords,
    calibration: CALIBRATION,
    textChoice: TEXT_CHOICE,
    readerModel,
    reliability,
    closing: new AbortController().signal,
    startDeadline(timeoutMs) {
      limits.push(timeoutMs)
      const controller = new AbortController()
      // That of a search.
      if (timeoutMs === 4_000) controller.abort()
      return { controller, release() {} }
    },
    ceiling,
    priceOf: async () => null,
    now: () => 0,
    takeTurn: async () => {},
    observer: { consensusEnd: () => {} },
  })
  const run = (writer: string | null, changes: Partial<PanelRun> = {}) =>
    runner.run({
      id: 'some-id',
      query: 'Explain how tides work.',
      kind: 'open',
      criteria: null,
      models: (['openai', 'anthropic'] as const).map((provider) => ({
        provider,
        name: provider,
        model: provider,
        temperature: 0,
      })),
      writer,
      reader: null,
      structure: 'sonata',
      maxIterations: 1,
      scope: '',
      caller: '',
      callerKeys: null,
      signal: new AbortController().signal,
      ...changes,
    })
  return { run, writers, readers, limits }
}

describe('the limits of a run', () => {
  it('are those of the server where they are tighter', async () => {
    const { run } = runnerWithoutRouter({ maxCalls: 2, maxCostUsd: null })
    const asked = [{}, { budget: { maxCalls: 9, maxCostUsd: 1 } }]
    for (const changes of asked) expect((await run(null, changes)).usage.calls).toBe(2)
  })

  it('leave a run that is taken up again the time it has not used', async () => {
    const { run, limits } = runnerWithoutRouter()
    const checkpoints: Spiral[] = []
    const onCheckpoint = async (spiral: Spiral) => void checkpoints.push(spiral)
    await run(null, { timeoutMs: 10_000, onCheckpoint })
    const [first] = checkpoints
    const checkpoint = { ...first!, usage: { ...first!.usage, duration_ms: 7_000 } }
    await run(null, { timeoutMs: 10_000, checkpoint })
    await run(null)
    expect(limits).toEqual([10_000, 3_000, undefined])
  })
})

describe('a search', () => {
  it('is given up after a third of the time of its run, if that is limited', async () => {
    const searched: boolean[] = []
    const { run, limits } = runnerWithoutRouter(undefined, null, null, async ({ signal }) => {
      searched.push(signal.aborted)
      return { pages: [], searches: 1, problem: 'Nothing.' }
    })
    for (const timeoutMs of [12_000, undefined])
      expect((await run(null, { search: 'on', timeoutMs })).search?.queries).toEqual(['tides'])
    expect(limits).toEqual([12_000, 4_000, undefined])
    expect(searched).toEqual([true, false])
  })
})

describe('a run', () => {
  it('is counted under its id with the router that answered, and waits for nobody who stores it', async () => {
    const runs: unknown[] = []
    const counted = new Promise<void>(() => {})
    const { run } = runnerWithoutRouter(undefined, null, {
      reportOn: async () => null,
      passOddsOf: async () => null,
      settledRunsOf: async () => [],
      runsOf: async () => ({ counted: 0, telling: 0 }),
      count({ kind, router }, { id, scope }) {
        runs.push({ kind, router, id, scope })
        return counted
      },
    })
    expect((await run(null, { scope: 'key:alice' })).counted).toBe(counted)
    expect(runs).toEqual([{ kind: 'open', router: 'anthropic+openai', id: 'some-id', scope: 'key:alice' }])
  })

  it('is refused where a stand-in would sit beside real models', async () => {
    const { run } = runnerWithoutRouter()
    const models = ['openai', 'openrouter'].map((provider) => ({
      provider,
      name: provider,
      model: `anthropic/${provider}`,
      temperature: 0,
    }))
    await expect(run(null, { models })).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'There is no key for anthropic/openrouter. Set ANTHROPIC_API_KEY or OPENROUTER_API_KEY (or send x-router-key), or leave it out of the panel.',
      details: [{ path: 'models', problem: 'there is no key for anthropic/openrouter' }],
    })
  })
})

describe('the writer of a panel', () => {
  it('is never a stand-in for a model that has no key, where the panel is real', async () => {
    const { run, writers } = runnerWithoutRouter()
    const { router, warnings, answer } = await run('zoe')
    expect({ router, answer }).toEqual({ router: 'anthropic+openai', answer: 'Written.' })
    expect(writers).not.toContain('zoe')
    expect(warnings.join()).toContain('The writer zoe was not used')
  })

  it('is the chosen one where it is in the panel', async () => {
    const { run, writers } = runnerWithoutRouter()
    const { warnings } = await run('anthropic')
    expect(writers).toEqual(['anthropic'])
    expect(warnings.join()).not.toContain('was not used')
  })
})

describe('the reader of a panel', () => {
  const closed = { kind: 'closed' } as const

  it('is the one of the run, else that of the server', async () => {
    const { run, readers } = runnerWithoutRouter(undefined, 'openai')
    await run(null, closed)
    expect(readers[0]).toBe('openai')
    readers.length = 0
    await run(null, { ...closed, reader: 'anthropic' })
    expect(readers[0]).toBe('anthropic')
  })

  it('is never a stand-in for a model that has no key', async () => {
    const { run, readers } = runnerWithoutRouter()
    await run(null, { ...closed, reader: 'zoe' })
    expect(readers.length).toBeGreaterThan(0)
    expect(readers).not.toContain('zoe')
  })
})

describe('a guest of a panel', () => {
  const seat = (provider: string, model: string) => ({ provider, name: model, model, temperature: 0 })
  const providerOfGuest = (named: string, ...models: Array<[string, string]>) =>
    guestOf(
      'guest',
      models.map(([provider, model]) => seat(provider, model)),
      named,
    ).provider

  it('is asked where its id says', () => {
    expect(providerOfGuest('groq', ['openai', 'gpt-5'], ['openai', 'gpt-5-mini'])).toBe('groq')
  })

  it('whose id names nobody is asked where the panel is, if that is one place', () => {
    expect(providerOfGuest('openrouter', ['openai', 'gpt-5'], ['openai', 'gpt-5-mini'])).toBe('openai')
    expect(providerOfGuest('openrouter', ['openai', 'gpt-5'], ['anthropic', 'claude'])).toBe('openrouter')
  })

  it('whose id names nobody is the router’s, if the ids of the panel name where it is', () => {
    expect(providerOfGuest('openrouter', ['openai', 'openai/gpt-5'], ['openai', 'openai/gpt-5-mini'])).toBe(
      'openrouter',
    )
  })
})
