import { beforeEach, describe, expect, it } from 'vitest'
import { runOf } from '../../../test/support/counted-runs.ts'
import { ledgerRow, stageWith } from '../../../test/support/ledger-rows.ts'
import { createRecentRuns } from '../model-reliability.ts'
import { type LedgerRow, meanCosts, pastRun, pastRuns, RUNS_KEPT, VERDICTS_ON_TWO } from './run-ledger.ts'

const MINUTE = 60_000
const rowOf = (id: string, countedAt: number, right: boolean | null = null): LedgerRow => ({
  ...{ id, countedAt, delivered: 0 },
  ballots: runOf({ 'vendor/first': 0 }).ballots.map((ballot) => ({ ...ballot, right })),
})

let now: number
let stored: LedgerRow[]
/** What was asked of the ledger; each read ends when it is let go. */
let reads: Array<{ scope: string; since: number | undefined; end(): void; fail(error: Error): void }>
let faults: unknown[]
let recent: ReturnType<typeof createRecentRuns>
beforeEach(() => {
  now = 100 * MINUTE
  stored = [rowOf('one', now)]
  reads = []
  recorded = 0
  faults = []
  recent = createRecentRuns({
    ledger: {
      recent: (scope, since) =>
        new Promise((resolve, fail) => reads.push({ scope, since, end: () => resolve(stored), fail })),
    },
    now: () => now,
    onFault: (error) => faults.push(error),
  })
})

/** The ids of what is known. */
const idsOf = async (scope = 'alice') => (await recent.of(scope)).rows.map(({ id }) => id)
/** What is known after the first read. */
async function begun() {
  const first = idsOf()
  reads[0]!.end()
  expect(await first).toEqual(['one'])
}
/** Lets go of a read that goes on in the background, and waits for what it does. */
async function end(read: (typeof reads)[number]) {
  read.end()
  await new Promise(setImmediate)
}

let recorded = 0
/** Records some runs in this process, each later than those before. */
function recordHere(runs: number, scope = 'alice') {
  for (let run = 0; run < runs; run++)
    recent.noteRecorded({
      ...{ scope, id: `here-${recorded}`, at: now + ++recorded },
      run: runOf({ 'vendor/first': 0 }),
    })
}

describe('the recent runs of a scope', () => {
  it('are read once for all who ask first, and separately for each scope', async () => {
    const both = [idsOf(), idsOf()]
    void idsOf('bob')
    expect(reads.map(({ scope, since }) => [scope, since])).toEqual([
      ['alice', undefined],
      ['bob', undefined],
    ])
    reads[0]!.end()
    expect(await Promise.all(both)).toEqual([['one'], ['one']])
  })

  it('are not read again within a minute', async () => {
    await begun()
    now += MINUTE - 1
    await idsOf()
    expect(reads).toHaveLength(1)
  })

  it('are read again in the background after a minute: only what is new, with some time for late writes', async () => {
    await begun()
    now += MINUTE
    stored = [rowOf('two', now)]
    expect(await idsOf()).toEqual(['one'])
    expect(await idsOf(), 'while it is read').toEqual(['one'])
    expect(reads).toHaveLength(2)
    expect(reads[1]!.since).toBe(95 * MINUTE)
    await end(reads[1]!)
    expect(await idsOf()).toEqual(['two', 'one'])
    expect(reads).toHaveLength(2)
  })

  it('have what was recorded here, 25 at once and not more often than every ten seconds, without being read', async () => {
    await begun()
    recordHere(500)
    now += 9_999
    recordHere(1)
    const before = await recent.of('alice')
    expect(before.rows).toHaveLength(1)
    now++
    recordHere(1)
    expect((await recent.of('alice')).rows).toHaveLength(503)
    now += 9_999
    recordHere(50)
    expect((await recent.of('alice')).rows).toHaveLength(503)
    expect(reads).toHaveLength(1)
  })

  it('wait until 25 were recorded here, however long ago the last were taken in', async () => {
    await begun()
    now += 30_000
    recordHere(24)
    recordHere(1, 'bob')
    expect(await recent.of('alice')).toBe(await recent.of('alice'))
    expect(await idsOf()).toEqual(['one'])
    recordHere(1)
    expect(await idsOf()).toHaveLength(26)
    expect((await recent.of('alice')).rows[0]).toMatchObject({
      id: 'here-25',
      ballots: [{ group: 0, right: null }],
    })
    expect(reads).toHaveLength(1)
  })

  it('have what was recorded here since they were read, however often they are', async () => {
    await begun()
    recordHere(2)
    now += MINUTE
    await idsOf()
    recordHere(1)
    stored = [rowOf('here-1', 7 * now, true), rowOf('two', 6 * now)]
    await end(reads[1]!)
    const { rows } = await recent.of('alice')
    expect(rows.map(({ id }) => id)).toEqual(['here-1', 'two', 'here-2', 'here-0', 'one'])
    expect(rows[0]!.ballots[0]!.right).toBe(true)
  })

  it('are replaced where they were judged since, and never more than the newest two thousand', async () => {
    await begun()
    now += MINUTE
    stored = [
      ...Array.from({ length: RUNS_KEPT }, (_, place) => rowOf(`new-${place}`, now + place)),
      rowOf('one', 2 * now, true),
    ]
    await idsOf()
    await end(reads[1]!)
    const { rows } = await recent.of('alice')
    expect(rows).toHaveLength(RUNS_KEPT)
    expect(rows[0]).toMatchObject({ id: 'one', ballots: [{ right: true }] })
    expect(rows.at(-1)!.id).toBe('new-1')
  })

  it('are read again although the clock was put back', async () => {
    await begun()
    now -= 50 * MINUTE
    await idsOf()
    expect(reads[1]!.since).toBe(45 * MINUTE)
  })

  it('are waited for by who wants to know what others have recorded, also if they cannot be read', async () => {
    await begun()
    const newest = async () => (await recent.of('alice', { isNewest: true })).rows.map(({ id }) => id)
    expect(await newest()).toEqual(['one'])
    now += MINUTE
    const failed = newest()
    await new Promise(setImmediate)
    reads[1]!.fail(new Error('gone'))
    expect(await failed).toEqual(['one'])
    const later = newest()
    await new Promise(setImmediate)
    stored = [rowOf('two', now)]
    reads[2]!.end()
    expect(await later).toEqual(['two', 'one'])
    expect(faults).toEqual([new Error('gone')])
  })

  it('have what was recorded here while they were read for the first time', async () => {
    const first = idsOf()
    recordHere(1)
    reads[0]!.end()
    expect(await first).toEqual(['one'])
    expect((await recent.of('alice')).recorded.map(({ id }) => id)).toEqual(['here-0'])
  })

  it('stay as they are if what is new cannot be read, and are tried again', async () => {
    await begun()
    now += MINUTE
    await idsOf()
    reads[1]!.fail(new Error('gone'))
    await new Promise(setImmediate)
    expect(faults).toEqual([new Error('gone')])
    expect(await idsOf()).toEqual(['one'])
    expect(reads).toHaveLength(3)
  })

  it('are none if the first read fails, and are read by the next who asks', async () => {
    const first = idsOf()
    reads[0]!.fail(new Error('gone'))
    expect(await first).toEqual([])
    expect(faults).toEqual([new Error('gone')])
    const next = idsOf()
    reads[1]!.end()
    expect(await next).toEqual(['one'])
  })
})

const THREE = runOf({ one: 0, two: 0, three: 1 })

/** A run in which each model replied at a price, or at one that is not known. */
const paid = (costs: Record<string, number | null>) => {
  const { ballots, ...run } = runOf(Object.fromEntries(Object.keys(costs).map((model) => [model, 0])))
  return { ...run, ballots: ballots.map((ballot) => ({ ...ballot, cost: costs[ballot.model]! })) }
}

describe('past runs', () => {
  it('are one object where they are equal, and each row is looked at once', () => {
    const rows = [THREE, THREE, runOf({ one: 0, two: 1, three: 1 })].map((run) => ledgerRow(run))
    const [first, second, third] = pastRuns([...rows, ledgerRow(THREE, { right: true })])
    expect(first).toBe(second)
    expect(first).not.toBe(third)
    for (const { ballots } of rows) ballots.length = 0
    expect(pastRuns(rows)).toEqual([first, second, third])
  })

  it('differ where a verdict was given', () => {
    const [plain, judged] = pastRuns([ledgerRow(THREE), ledgerRow(THREE, { right: true })])
    expect(plain!.verdicts.size).toBe(0)
    expect(judged!.verdicts.size).toBeGreaterThan(0)
  })
})

describe('a past run', () => {
  it('has the voters of each group and nobody without an answer', () => {
    const { groups, verdicts } = pastRun(ledgerRow(runOf({ one: 1, two: 0, three: 1, four: null })))
    expect(groups).toEqual([['openrouter|two'], ['openrouter|one', 'openrouter|three']])
    expect(verdicts.size).toBe(0)
  })

  it('knows whose answers were judged', () => {
    const { verdicts } = pastRun(ledgerRow(THREE, { right: false }))
    expect(Object.fromEntries(verdicts)).toEqual({ 'openrouter|one': false, 'openrouter|two': false })
  })

  it('has no empty group where nobody is left of one', () => {
    expect(pastRun(ledgerRow(runOf({ one: 0, two: 2 }))).groups).toEqual([
      ['openrouter|one'],
      ['openrouter|two'],
    ])
  })
})

describe('the runs from which models are estimated', () => {
  const counted = (...rows: Parameters<typeof ledgerRow>[0][]) =>
    pastRuns(rows.map((run) => ledgerRow(run))).length

  it('have three answers, because two that agree or differ do not tell who is right', () => {
    expect(counted(THREE, runOf({ one: 0, two: 0, three: null }), runOf({ one: 0, two: 1 }))).toBe(1)
  })

  it('have two once enough verdicts say which answers of the two are right; then all runs of the two tell', () => {
    const rows = (right: boolean | null, of: object, runs: number) =>
      Array.from({ length: runs }, () => ledgerRow(runOf({ ...of }), { right }))
    const told = (right: boolean, runs: number) =>
      pastRuns([
        ...rows(right, { one: 0, two: 1 }, runs),
        ...rows(null, { two: 0, one: 0 }, 7),
        ...rows(null, { one: 0, three: 0 }, 7),
      ]).length
    expect(told(true, VERDICTS_ON_TWO)).toBe(VERDICTS_ON_TWO + 7)
    expect(told(true, VERDICTS_ON_TWO - 1)).toBe(0)
    expect(told(false, 5 * VERDICTS_ON_TWO), 'complaints alone').toBe(0)
  })

  it('are those of all models: passed on or audited, but not what a first stage answered alone', () => {
    const ofStage = (changes: Parameters<typeof stageWith>[0]) =>
      counted({ ...THREE, stage: stageWith(changes) })
    expect(ofStage({ accepted: false })).toBe(1)
    expect(ofStage({ accepted: true, isAudit: true, agreed: true })).toBe(1)
    expect(ofStage({ accepted: true })).toBe(0)
  })

  it('are none in which a model has several seats', () => {
    const [ballot] = THREE.ballots
    const stage = stageWith({ accepted: false })
    expect(counted({ ...THREE, ballots: [...THREE.ballots, ballot!], stage })).toBe(0)
  })
})

describe('what a first reply costs', () => {
  it('is the mean of what is known, for the models that are asked about', () => {
    const rows = [paid({ one: 0.25, two: null, three: 1 }), paid({ one: 0.75, two: null })]
    expect(
      meanCosts(
        rows.map((run) => ledgerRow(run)),
        ['openrouter|one', 'openrouter|two'],
      ),
    ).toEqual({
      'openrouter|one': 0.5,
      'openrouter|two': null,
    })
  })

  it('is not less for replies that an audit uses again', () => {
    const audit = { ...paid({ one: 0, three: 1 }), stage: stageWith({ isAudit: true, agreed: true }) }
    const rows = [paid({ one: 0.5, free: 0 }), audit].map((run) => ledgerRow(run))
    expect(meanCosts(rows, ['openrouter|one', 'openrouter|three', 'openrouter|free'])).toEqual({
      'openrouter|one': 0.5,
      'openrouter|three': 1,
      'openrouter|free': 0,
    })
  })
})
