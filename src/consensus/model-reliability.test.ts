import { describe, expect, it, vi } from 'vitest'
import { runsWon } from '../../test/support/counted-runs.ts'
import { modelsNamed, runScripted } from '../../test/support/engine/scripted-panel.ts'
import type { RunLedger } from './ledger/run-ledger.ts'
import { createModelReliability } from './model-reliability.ts'

const MODELS = modelsNamed(['ada', 'bob', 'cleo'])

/** The estimate over a ledger in which each model won as many of sixty runs as told, or that does as told. */
function openOver({
  won = {},
  ledger = {},
  served = {},
  now = () => 7,
}: {
  won?: Record<string, number>
  ledger?: Partial<RunLedger>
  served?: Record<string, string>
  now?: () => number
}) {
  const recorded: unknown[] = []
  const faults: string[] = []
  const pause = vi.fn(async () => {})
  const read = vi.fn(async (_: string) =>
    runsWon(won).map((run, place) => ({
      ...run,
      id: String(place),
      countedAt: place,
      ballots: run.ballots.map((ballot) => ({ ...ballot, right: null })),
    })),
  )
  const reliability = createModelReliability({
    servedAs: ({ model }) => served[model],
    ledger: { recent: read, record: async (run) => void recorded.push(run), ...ledger },
    curve: { constant: 0, slope: 1 },
    now,
    pause,
    onReadFault: (error) => faults.push(`not read: ${error}`),
    onKeepFault: (error) => faults.push(`not kept: ${error}`),
  })
  return { reliability, recorded, faults, read, pause }
}

const broken = () => Promise.reject(new Error('disk full'))
const finished = async () => ({
  ...(await runScripted(
    { ada: { answer: '1' }, bob: { answer: '1' }, cleo: { answer: '2' } },
    { maxIterations: 1 },
  ).result),
  router: 'openrouter',
})
const RUN = { scope: 'key:alice', id: 'some-id' }

describe('the reliability of models', () => {
  it('weights votes by the runs of the scope', async () => {
    const { reliability, read } = openOver({ won: { 'test/ada': 58, 'test/bob': 40, 'test/cleo': 20 } })
    const { votes } = (await reliability.reportOn(MODELS, 'key:alice'))!
    expect(read.mock.calls[0]![0]).toBe('key:alice')
    expect(votes['openrouter|test/ada']!).toBeGreaterThan(votes['openrouter|test/bob']!)
    expect(votes['openrouter|test/bob']!).toBeGreaterThan(votes['openrouter|test/cleo']!)
  })

  it('estimates a panel once until the runs are read again', async () => {
    const { reliability, read, pause } = openOver({
      won: { 'test/ada': 58, 'test/bob': 40, 'test/cleo': 20 },
    })
    const estimate = await reliability.reportOn(MODELS, 'key:alice')
    const steps = pause.mock.calls.length
    expect(steps).toBeGreaterThan(0)
    expect(await reliability.reportOn(MODELS, 'key:alice')).toEqual(estimate)
    expect(pause, 'nothing was computed').toHaveBeenCalledTimes(steps)
    await reliability.reportOn(MODELS.slice(0, 2), 'key:alice')
    expect(pause.mock.calls.length, 'another panel').toBeGreaterThan(steps)
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('gives equal votes while too few runs are counted', async () => {
    expect(await openOver({}).reliability.reportOn(MODELS, 'key:alice')).toBeNull()
  })

  it('records a finished run under its id', async () => {
    const { reliability, recorded } = openOver({})
    await reliability.count(await finished(), RUN)
    expect(recorded).toEqual([
      {
        ...RUN,
        run: {
          ballots: expect.arrayContaining([
            { provider: 'openrouter', model: 'test/ada', group: 0, cost: 0.25 },
            { provider: 'openrouter', model: 'test/bob', group: 0, cost: 0.25 },
            { provider: 'openrouter', model: 'test/cleo', group: 1, cost: 0.25 },
          ]),
          delivered: 0,
        },
        at: 7,
      },
    ])
  })

  it('weighs the model that answers for an id, and not the id', async () => {
    const { reliability } = openOver({
      won: { 'test/ada': 5, 'test/ada-5': 58, 'test/bob': 40, 'test/cleo': 20 },
      served: { 'test/ada': 'test/ada-5' },
    })
    const { votes } = (await reliability.reportOn(MODELS, 'key:alice'))!
    expect(Object.keys(votes).sort()).toEqual(MODELS.map(({ model }) => `openrouter|${model}`))
    expect(votes['openrouter|test/ada']!).toBeGreaterThan(votes['openrouter|test/bob']!)
  })

  it('records nothing of a run that is not counted', async () => {
    const { reliability, recorded } = openOver({})
    await reliability.count({ ...(await finished()), kind: 'open' }, RUN)
    expect(recorded).toEqual([])
  })

  it('knows in how many runs all of some models answered, with those recorded since and each of them once', async () => {
    const { reliability } = openOver({ won: { 'test/ada': 58, 'test/bob': 40 } })
    const runsOf = async (models: typeof MODELS) => (await reliability.runsOf(models, 'key:alice')).counted
    const result = await finished()
    expect([await runsOf(MODELS.slice(0, 2)), await runsOf(MODELS)]).toEqual([60, 0])
    await reliability.count(result, RUN)
    await reliability.count(result, { ...RUN, id: '7' })
    expect([await runsOf(MODELS.slice(0, 2)), await runsOf(MODELS)]).toEqual([61, 1])
  })

  it('counts what other processes have recorded, once a minute is over', async () => {
    let [minute, others] = [0, 0]
    const recent = async () =>
      runsWon({ 'test/ada': 58 }, others).map((run, place) => ({
        ...{ ...run, id: `${place}`, countedAt: place },
        ballots: run.ballots.map((ballot) => ({ ...ballot, right: null })),
      }))
    const { reliability } = openOver({ ledger: { recent }, now: () => minute * 60_000 })
    const counted = async () => (await reliability.runsOf(MODELS.slice(0, 1), 'key:alice')).counted
    expect(await counted()).toBe(0)
    others = 17
    expect(await counted()).toBe(0)
    minute++
    expect(await counted()).toBe(17)
  })

  it('takes in every run at once until there are enough, and then rests on the same runs for a while', async () => {
    const { reliability } = openOver({})
    expect(await reliability.runsOf(MODELS, 'key:alice')).toEqual({ counted: 0, telling: 0 })
    const result = await finished()
    const countTo = async (last: number) => {
      const { counted } = await reliability.runsOf(MODELS, 'key:alice')
      for (let run = counted; run < last; run++) await reliability.count(result, { ...RUN, id: `run ${run}` })
    }
    await countTo(49)
    expect(await reliability.reportOn(MODELS, 'key:alice')).toBeNull()
    await countTo(50)
    expect(await reliability.reportOn(MODELS, 'key:alice')).toMatchObject({ runs: 50 })
    await countTo(53)
    expect(await reliability.reportOn(MODELS, 'key:alice')).toMatchObject({ runs: 50 })
    expect(await reliability.runsOf(MODELS, 'key:alice')).toEqual({ counted: 53, telling: 53 })
  })

  it('finds the model behind an id that has not answered yet in this process', async () => {
    const { reliability } = openOver({})
    await reliability.runsOf(MODELS, 'key:alice')
    const result = await finished()
    for (const response of result.entries[0]!.responses) response.served_model = `${response.model}-5`
    await reliability.count(result, RUN)
    expect(await reliability.runsOf(MODELS, 'key:alice')).toMatchObject({ counted: 1 })
  })

  it('tells what members cost, under the ids that were asked', async () => {
    const { reliability } = openOver({
      won: { 'test/ada-5': 58, 'test/bob': 40, 'filler/one': 60, 'filler/two': 60 },
      served: { 'test/ada': 'test/ada-5' },
    })
    const models = [
      ...MODELS.slice(0, 2),
      ...['filler/one', 'filler/two'].map((model) => ({ provider: 'openrouter', model })),
    ]
    const { costs } = (await reliability.reportOn(models, 'key:alice'))!
    const voters = models.map(({ model }) => `openrouter|${model}`)
    expect(costs).toEqual(Object.fromEntries(voters.map((voter) => [voter, null])))
  })

  it('does not fail a run when the ledger fails', async () => {
    const { reliability, faults } = openOver({ ledger: { recent: broken, record: broken } })
    expect(await reliability.reportOn(MODELS, 'key:alice')).toBeNull()
    await reliability.count(await finished(), RUN)
    expect(faults).toEqual(['not read: Error: disk full', 'not kept: Error: disk full'])
    expect(await reliability.runsOf(MODELS, 'key:alice')).toEqual({ counted: 0, telling: 0 })
  })

  it('has the odds of programs from the runs of the scope, by the models that answer now', async () => {
    const ballot = { provider: 'openrouter', model: 'test/ada-5', asked: 'test/ada', group: null, cost: null }
    const rows = Array.from({ length: 53 }, (_, place) => ({
      ...{ id: String(place), countedAt: place, delivered: null },
      ballots: [{ ...ballot, right: null, passed: place > 2 }],
    }))
    const { reliability, faults } = openOver({ ledger: { recent: async () => rows } })
    const [ada] = MODELS
    expect(await reliability.passOddsOf([ada!], 'key:alice')).toEqual({ 'openrouter|test/ada': 51 / 4 })
    expect(await reliability.passOddsOf(MODELS, 'key:alice')).toBeNull()
    expect(faults).toEqual([])
  })
})
