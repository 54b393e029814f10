import { describe, expect, it } from 'vitest'
import { runOf } from '../../../test/support/counted-runs.ts'
import { ledgerRow, stageWith } from '../../../test/support/ledger-rows.ts'
import { meanCosts, pastRun, pastRuns } from './past-run.ts'

const THREE = runOf({ one: 0, two: 0, three: 1 })

/** A run in which each model replied at a price, or at one that is not known. */
const paid = (costs: Record<string, number | null>) => {
  const { ballots, ...run } = runOf(Object.fromEntries(Object.keys(costs).map((model) => [model, 0])))
  return { ...run, ballots: ballots.map((ballot) => ({ ...ballot, cost: costs[ballot.model]! })) }
}

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

  it('have at least three answers', () => {
    expect(counted(THREE, runOf({ one: 0, two: 0, three: null }), runOf({ one: 0, two: 0 }))).toBe(1)
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
