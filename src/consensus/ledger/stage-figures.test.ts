import { describe, expect, it } from 'vitest'
import { runOf } from '../../../test/support/counted-runs.ts'
import { ledgerRow, stageWith } from '../../../test/support/ledger-rows.ts'
import type { Stage } from './run-ledger.ts'
import { raisedEnough, stageFigures } from './stage-figures.ts'

const PANEL = stageWith()
const RUN = runOf({ one: 0, two: 0 })

const row = (changes: Partial<Stage> = {}, right: boolean | null = null) =>
  ledgerRow({ ...RUN, stage: stageWith(changes) }, { right })
const audit = (agreed: boolean, promised = 0.9) => row({ isAudit: true, agreed, promised })

describe('the figures of a first stage', () => {
  it('are empty without runs, and leave out those without a stage', () => {
    const nothing = { audited: 0, agreed: 0, promised: null }
    expect(stageFigures([], PANEL)).toEqual(nothing)
    expect(stageFigures([ledgerRow(RUN, { right: true })], PANEL)).toEqual(nothing)
  })

  it('count audits of answers that stood, and what these promised', () => {
    const rows = [row(), row(), row({ accepted: false, promised: null }), audit(true, 0.8), audit(false, 0.9)]
    expect(stageFigures(rows, PANEL)).toEqual({
      audited: 2,
      agreed: 1,
      promised: expect.closeTo(0.85),
    })
  })

  it('count an agreed answer that was passed on as an audit', () => {
    const rows = [row({ accepted: false, agreed: true }), row({ accepted: false, agreed: false })]
    expect(stageFigures(rows, PANEL)).toMatchObject({ audited: 2, agreed: 1 })
  })

  it('count a verdict on an answer that stood as an audit, but not one on the answer of all models', () => {
    const stood = [row({}, true), row({}, false), row({}, null)]
    expect(stageFigures(stood, PANEL)).toMatchObject({ audited: 2, agreed: 1 })
    const passedOn = [row({ accepted: false }, true), row({ accepted: false }, false)]
    expect(stageFigures(passedOn, PANEL)).toMatchObject({ audited: 0, agreed: 0 })
  })

  it('compare nothing that promised nothing', () => {
    const rows = [row({ promised: null }, true), row({ promised: null, accepted: false, agreed: true })]
    expect(stageFigures(rows, PANEL)).toMatchObject({ audited: 0, promised: null })
  })

  it('are those of one panel, whatever the order of its models', () => {
    const { first, others } = PANEL
    const turned = { first: first.toReversed(), others: others.toReversed() }
    const rows = [
      row(turned, true),
      row({ first: others, others: first }, true),
      row({ first: first.slice(1), others: [first[0]!, ...others] }, true),
      row({ others: others.slice(1) }, true),
    ]
    expect(stageFigures(rows, PANEL).audited).toBe(1)
    expect(stageFigures(rows, turned).audited).toBe(1)
    expect(stageFigures(rows, { first: others, others: first }).audited).toBe(1)
  })
})

describe('the confidence that a first stage needs', () => {
  const figures = (audited: number, agreed: number, promised: number | null = 0.95) => ({
    ...{ audited, agreed, promised },
  })

  it('is what is asked for while there are fewer than twenty audits', () => {
    expect(raisedEnough(0.9, figures(19, 0))).toBe(0.9)
    expect(raisedEnough(0.9, figures(0, 0, null))).toBe(0.9)
    expect(raisedEnough(0.9, figures(20, 0))).toBe(1)
  })

  it('is what is asked for where all models agreed as often as promised, or not clearly less often', () => {
    for (const agreed of [100, 95, 92]) expect(raisedEnough(0.9, figures(100, agreed))).toBe(0.9)
  })

  it('is raised by as much as the first stage fell short', () => {
    // Of 100 the share is clearly below 0.95 from 90 on: the upper end of its interval is 0.94 then.
    expect(raisedEnough(0.9, figures(100, 90))).toBe(0.95)
    expect(raisedEnough(0.8, figures(200, 170))).toBe(0.9)
    expect(raisedEnough(0.8, figures(30, 24, 0.9333))).toBe(0.933)
  })

  it('is never more than 1', () => {
    expect(raisedEnough(0.9, figures(100, 50))).toBe(1)
  })
})
