import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CALIBRATION,
  embedWords,
  modelsNamed,
  type Script,
  scriptedModels,
  TEXT_CHOICE,
} from '../../test/support/engine/scripted-panel.ts'
import { ledgerRow, stageWith } from '../../test/support/ledger-rows.ts'
import type { CountedRun, LedgerRow } from './ledger/run-ledger.ts'
import { createModelReliability } from './model-reliability.ts'
import { type ModelRouter, OFFLINE } from './model-router.ts'
import { createPanelRunner, type PanelRun } from './panel-runner.ts'
import { createStagedRunner } from './staged-runner.ts'

const CHEAP = ['ada', 'bob']
const OTHERS = ['cleo', 'dan']
const MODELS = modelsNamed([...CHEAP, ...OTHERS])
const PANEL = {
  first: CHEAP.map((name) => `openrouter|test/${name}`),
  others: OTHERS.map((name) => `openrouter|test/${name}`),
}
/** What two equal answers of two are sure of, by the made-up calibration. */
const SURE = 0.845

let scripts: Record<string, Script>
let past: LedgerRow[]
let share: number
let servedBy: string
let recorded: Array<{ id: string; scope: string; run: CountedRun }>
/** What the metrics were told, and what failed. */
let told: string[]
let finished: string[]
let faults: string[]
beforeEach(() => {
  scripts = Object.fromEntries([...CHEAP, ...OTHERS].map((name) => [name, { answer: '42' }]))
  past = []
  share = 1
  servedBy = 'openrouter'
  recorded = []
  told = []
  finished = []
  faults = []
})

/** A runner with real parts but for its models and its ledger, and whom it has asked for a first reply. */
function open() {
  const { askModel, calls } = scriptedModels(scripts)
  const reliability = createModelReliability({
    ledger: { recent: async () => past, record: async (run) => void recorded.push(run) },
    servedAs: ({ model }) => model,
    curve: { constant: 0, slope: 1 },
    now: () => 0,
    pause: async () => {},
    onReadFault: (error) => faults.push(String(error)),
    onKeepFault: (error) => faults.push(String(error)),
  })
  const router: ModelRouter = {
    connect: () => ({
      ask: askModel,
      servedBy: () => servedBy,
      vendorOf: () => null,
      nameOf: ({ name }) => name,
      warnings: [],
    }),
    providerOf: () => 'openrouter',
    servers: () => [],
  }
  const runner = createPanelRunner({
    router,
    findAnchors: async () => [],
    embed: embedWords,
    calibration: CALIBRATION,
    textChoice: TEXT_CHOICE,
    readerModel: null,
    reliability,
    closing: new AbortController().signal,
    startDeadline: () => ({ controller: new AbortController(), release() {} }),
    ceiling: undefined,
    priceOf: async () => null,
    now: () => 0,
    takeTurn: async () => {},
    observer: { consensusEnd: (_, { query }) => finished.push(query) },
  })
  const staged = createStagedRunner(runner, {
    router,
    reliability,
    share,
    chance: () => 0.5,
    observer: {
      stageEnd: (outcome) => told.push(`stage ${outcome}`),
      auditEnd: (outcome) => told.push(`audit ${outcome}`),
    },
    now: () => 0,
    onFault: (error) => faults.push(String(error)),
  })
  const run = (changes: Partial<PanelRun> = {}) =>
    staged.run({
      id: 'some-id',
      query: 'How many are there?',
      kind: 'closed',
      criteria: null,
      models: MODELS,
      first: { models: CHEAP.map((name) => `test/${name}`), enough: 0.8, ofAnyKind: true },
      writer: null,
      reader: null,
      structure: 'sonata',
      maxIterations: 3,
      scope: 'key:alice',
      caller: 'alice',
      callerKeys: null,
      signal: new AbortController().signal,
      ...changes,
    })
  const firstCalls = () =>
    calls.filter(({ brief }) => brief.phase === 'exposition').map(({ seat }) => seat.name)
  return { run, firstCalls, calls }
}

const audited = () => expect.poll(() => told.join()).toContain('audit')
const rowOf = (id: string) => recorded.filter((one) => one.id === id)

/** As many audits of the panel, of which so many agreed. */
const audits = (count: number, agreed: number) =>
  Array.from({ length: count }, (_, place) => {
    const stage = stageWith({ ...PANEL, isAudit: true, promised: SURE, agreed: place < agreed })
    return ledgerRow({ ballots: [], delivered: 0, stage })
  })

describe('the audit of an answer of a first stage', () => {
  it('asks the other models alone, in the background, and pays for no reply twice', async () => {
    const { run, firstCalls } = open()
    const result = await run()
    expect(result.usage.stages).toMatchObject([{ models: CHEAP, accepted: true, calls: 2 }])
    await audited()
    expect(firstCalls().sort()).toEqual([...CHEAP, ...OTHERS])
    const [row] = rowOf('some-id/audit')
    const costs = row!.run.ballots.map(({ model, cost }) => [model, cost]).sort()
    expect(costs).toEqual([
      ...CHEAP.map((name) => [`test/${name}`, 0]),
      ...OTHERS.map((name) => [`test/${name}`, 0.25]),
    ])
  })

  it('is recorded once, beside the run, and counted as agreed', async () => {
    await open().run()
    await audited()
    expect(told).toEqual(['stage accepted', 'audit agreed'])
    expect(recorded.map(({ id, scope }) => [id, scope])).toEqual([
      ['some-id', 'key:alice'],
      ['some-id/audit', 'key:alice'],
    ])
    const promised = expect.closeTo(SURE)
    expect(rowOf('some-id')[0]!.run.stage).toEqual({
      ...PANEL,
      ...{ promised, accepted: true, agreed: null, isAudit: false },
    })
    expect(rowOf('some-id/audit')[0]!.run.stage).toEqual({
      ...PANEL,
      ...{ promised, accepted: true, agreed: true, isAudit: true },
    })
    expect(finished, 'no run of a caller').toEqual(['How many are there?'])
    expect(faults).toEqual([])
  })

  it('says where all models give another answer', async () => {
    scripts = { ...scripts, cleo: { answer: '41' }, dan: { answer: '41' }, eve: { answer: '41' } }
    const models = [...MODELS, ...modelsNamed(['eve'])]
    const { answer } = await open().run({ models })
    await audited()
    expect(answer).toContain('42')
    expect(told).toEqual(['stage accepted', 'audit differed'])
    expect(rowOf('some-id/audit')[0]!.run.stage!.agreed).toBe(false)
  })

  it('draws as many samples of the others, and reads them all', async () => {
    const { run, firstCalls, calls } = open()
    scripts.cleo = { answer: 'as many as usual' }
    await run({ samples: 4 })
    await audited()
    expect(firstCalls()).toHaveLength(4 * MODELS.length)
    expect(calls.some(({ brief }) => brief.phase === 'reading')).toBe(true)
  })

  it('tells the caller nothing and changes nothing they were told', async () => {
    const onEvent = vi.fn()
    const onCheckpoint = vi.fn(async () => {})
    const { run } = open()
    const result = await run({ onEvent, onCheckpoint })
    const before = [onEvent.mock.calls.length, onCheckpoint.mock.calls.length, structuredClone(result.usage)]
    await audited()
    expect([onEvent.mock.calls.length, onCheckpoint.mock.calls.length, result.usage]).toEqual(before)
  })

  it('goes on when the caller has gone', async () => {
    const caller = new AbortController()
    const { run } = open()
    await run({ signal: caller.signal })
    caller.abort()
    await audited()
    expect(told).toContain('audit agreed')
  })

  it('that fails is reported and harms nobody', async () => {
    const gone = ['cleo', 'dan', 'eve', 'finn', 'gil']
    scripts = { ...scripts, ...Object.fromEntries(gone.map((name) => [name, new Error('gone')])) }
    const result = await open().run({ models: modelsNamed([...CHEAP, ...gone]) })
    await audited()
    expect(result).toMatchObject({ answer: expect.stringContaining('42'), reached: true })
    expect(told).toEqual(['stage accepted', 'audit failed'])
    expect(recorded.map(({ id }) => id)).toEqual(['some-id'])
    expect(faults).toHaveLength(1)
  })
})

describe('an answer of a first stage is not audited', () => {
  /** Whether anything more was asked once all that is under way has had its turn. */
  async function expectNoAudit({ firstCalls }: ReturnType<typeof open>) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(firstCalls().sort()).toEqual(CHEAP)
    expect(told.join()).not.toContain('audit')
  }

  it('at the cost of a caller who brings a key', async () => {
    const opened = open()
    await opened.run({ callerKeys: { openrouter: 'sk-of-the-caller' } })
    await expectNoAudit(opened)
    expect(told).toEqual(['stage accepted'])
  })

  it('where chance leaves it out, and never with a share of 0', async () => {
    for (share of [0, 0.5]) {
      const opened = open()
      await opened.run()
      await expectNoAudit(opened)
    }
    share = 0.51
    await open().run()
    await audited()
  })

  it('among offline voices, whose stages are not counted either', async () => {
    servedBy = OFFLINE
    await open().run()
    await new Promise((resolve) => setImmediate(resolve))
    expect([told, recorded]).toEqual([[], []])
  })

  it('if it stood only because the budget did not allow more', async () => {
    scripts.bob = { answer: '41' }
    const opened = open()
    const { usage } = await opened.run({ budget: { maxCalls: 3, maxCostUsd: null } })
    expect(usage.stages).toMatchObject([{ accepted: true }])
    await expectNoAudit(opened)
    expect(rowOf('some-id')[0]!.run.stage).toMatchObject({ promised: null, accepted: true, agreed: null })
  })
})

describe('a first stage', () => {
  it('whose models differ is passed on, and promises nothing', async () => {
    scripts.bob = { answer: '41' }
    await open().run({ maxIterations: 1 })
    expect(told).toEqual(['stage passed_on'])
    expect(recorded.map(({ id, run }) => [id, run.stage])).toEqual([
      ['some-id', { ...PANEL, promised: null, accepted: false, agreed: null, isAudit: false }],
    ])
  })

  it.each([
    ['agree with', '42', true],
    ['contradict', '41', false],
  ])(
    'that is not sure enough is recorded as an audit for free, if all models %s it',
    async (_, answer, agreed) => {
      for (const name of [...OTHERS, 'eve']) scripts[name] = { answer }
      const first = { models: CHEAP.map((name) => `test/${name}`), enough: 0.99, ofAnyKind: true }
      const models = [...MODELS, ...modelsNamed(['eve'])]
      const { warnings } = await open().run({ first, models, maxIterations: 1 })
      expect(told).toEqual(['stage passed_on'])
      expect(warnings.join()).not.toContain('audits')
      const promised = expect.closeTo(SURE)
      expect(rowOf('some-id')[0]!.run.stage).toMatchObject({
        promised,
        accepted: false,
        agreed,
        isAudit: false,
      })
    },
  )

  it('that has agreed less often than it promised must be surer, and the caller is told why', async () => {
    past = audits(40, 30)
    const { run, firstCalls } = open()
    const { warnings, usage } = await run({ maxIterations: 1 })
    expect(usage.stages).toMatchObject([{ accepted: false }, { models: OTHERS }])
    expect(firstCalls().sort()).toEqual([...CHEAP, ...OTHERS])
    expect(warnings.join()).toContain(
      'All models were asked although the first ones agreed: in 40 audits all models gave the answer of the first ones 30 times, less often than promised, so enough was raised from 0.8 to 0.895.',
    )
    expect(rowOf('some-id')[0]!.run.stage).toMatchObject({ accepted: false, agreed: true })
    expect(told).toEqual(['stage passed_on'])
  })

  it('that has kept its promise is sure enough as before, whatever became of other panels', async () => {
    const ofOthers = audits(40, 0).map((row) => ({
      ...row,
      stage: { ...row.stage!, others: ['openrouter|zoe'] },
    }))
    past = [...audits(40, 39), ...ofOthers]
    const { usage, warnings } = await open().run()
    expect(usage.stages).toMatchObject([{ accepted: true }])
    expect(warnings.join()).not.toContain('audits')
  })

  it('is warned of only where the raise made the difference', async () => {
    past = audits(40, 30)
    scripts.bob = { answer: '41' }
    const differing = await open().run({ maxIterations: 1 })
    expect(differing.warnings.join()).not.toContain('audits')
  })

  it('is none of a panel that asks all at once, of which nothing is said', async () => {
    await open().run({ first: undefined, maxIterations: 1 })
    expect(told).toEqual([])
    expect(recorded.map(({ run }) => run.stage)).toEqual([undefined])
  })
})
