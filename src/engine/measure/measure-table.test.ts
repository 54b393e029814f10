import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seatNamed } from '../../../test/support/engine/standings.ts'
import { tableOf } from '../../../test/support/engine/tables.ts'
import type { AnswerVerdict } from '../../contract/deliberation.ts'
import { PHI } from '../panel/panel.ts'
import { disagreements, hasMoved, isAgreed, ranking, stepResiduals } from './answer-table.ts'

const SEATS = ['ada', 'bob', 'cleo', 'dan'].map((name) => ({ seat: seatNamed(name) }))
const TWO_CAMPS = { P: { held: ['ada', 'bob'] }, Q: { held: ['cleo'] }, R: {} }

describe('the weight of an answer', () => {
  it('is the sum of the votes of those who hold it', () => {
    const { weights } = ranking(tableOf(TWO_CAMPS), SEATS, { 'openrouter|test/cleo': 3 })
    expect(Object.fromEntries(weights)).toEqual({ P: 2, Q: 3, R: 0 })
  })

  it('counts several seats of one model once', () => {
    const twins = SEATS.map(({ seat }) => ({
      seat: { ...seat, servedModel: ['ada', 'bob'].includes(seat.name) ? 'one' : seat.model },
    }))
    expect(ranking(tableOf(TWO_CAMPS), twins, null).weights.get('P')).toBe(1)
  })
})

describe('the theme', () => {
  const ranked = (table: ReturnType<typeof tableOf>, seats = SEATS) => ranking(table, seats, null).ranked

  it('is the heaviest answer that somebody holds', () => {
    expect(ranked(tableOf(TWO_CAMPS))).toEqual(['P', 'Q'])
  })

  it('is the one with more assent between equals, then that of the first seat', () => {
    const camps = { P: { held: ['bob'] }, Q: { held: ['ada'] } }
    expect(ranked(tableOf(camps))).toEqual(['Q', 'P'])
    expect(ranked(tableOf(camps, { ada: { P: 'right' } }))).toEqual(['P', 'Q'])
  })
})

describe('the disagreement of a seat', () => {
  it('is the share of the others with another answer, and whole for the only one', () => {
    expect(Object.fromEntries(disagreements(tableOf(TWO_CAMPS)))).toEqual({ ada: 0.5, bob: 0.5, cleo: 1 })
    expect(Object.fromEntries(disagreements(tableOf({ P: { held: ['ada'] } })))).toEqual({ ada: 1 })
  })
})

describe('a panel', () => {
  it('agrees where two seats or more have an answer and all hold the theme or call it right', () => {
    expect(isAgreed(tableOf(TWO_CAMPS), 'P')).toBe(false)
    expect(isAgreed(tableOf(TWO_CAMPS, { cleo: { P: 'right' } }), 'P')).toBe(true)
    expect(isAgreed(tableOf(TWO_CAMPS, { cleo: { P: 'partly' } }), 'P')).toBe(false)
    expect(isAgreed(tableOf({ P: { held: ['ada'] } }), 'P')).toBe(false)
    expect(isAgreed(tableOf({ P: {} }), undefined)).toBe(false)
  })
})

describe('the residual of a seat', () => {
  const step = (said: AnswerVerdict | null, previous: number | undefined, heard = true) => {
    const table = tableOf(
      { P: { held: ['ada', 'bob', 'dan'] }, Q: { held: ['cleo'] }, R: { held: ['eve'] } },
      said === null ? {} : { cleo: { P: said } },
    )
    const keys = Object.keys(table.held).filter((key) => heard || key !== 'cleo')
    const before = new Map(previous === undefined ? [] : [['cleo', previous]])
    return stepResiduals({ table, theme: 'P', heard: new Set(keys), previous: before }).get('cleo')
  }

  it('takes the golden step where it calls the theme right', () => {
    expect(step('right', 0.8)).toBeCloseTo(0.8 / PHI)
  })

  it.each(['partly', 'unsure', null] as const)('stays where it says %s', (said) => {
    expect(step(said, 0.8)).toBe(0.8)
  })

  it('never falls where it calls the theme wrong or is silent, and rises to what is measured', () => {
    expect(step('wrong', 0.8)).toBe(1)
    expect(step(null, 0.8, false)).toBe(1)
  })

  it('is what is measured where it has none yet', () => {
    expect(step('right', undefined)).toBe(1)
  })

  it('is nothing once every seat is with the theme', () => {
    const table = tableOf(TWO_CAMPS, { cleo: { P: 'right' } })
    const residuals = stepResiduals({
      table,
      theme: 'P',
      heard: new Set(['ada']),
      previous: new Map([['ada', 0.7]]),
    })
    expect([...residuals.values()]).toEqual([0, 0, 0])
  })

  it('is ordered by the verdict: right ≤ partly = unsure ≤ wrong = silent, all within [0, 1]', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (previous) => {
        const [right, partly, unsure, wrong] = (['right', 'partly', 'unsure', 'wrong'] as const).map((said) =>
          step(said, previous),
        ) as [number, number, number, number]
        expect(right).toBeLessThanOrEqual(partly)
        expect(partly).toBe(unsure)
        expect(unsure).toBeLessThanOrEqual(wrong)
        expect(step(null, previous, false)).toBe(wrong)
        expect(right).toBeGreaterThanOrEqual(0)
        expect(wrong).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('an iteration moved something', () => {
  const ruled = tableOf(TWO_CAMPS, { cleo: { P: 'wrong' } })

  it('if a seat took another answer, came to be with one or left it, or a new answer came up', () => {
    expect(hasMoved(ruled, tableOf({ P: { held: ['ada', 'bob', 'cleo'] }, Q: {}, R: {} }))).toBe(true)
    expect(hasMoved(ruled, tableOf(TWO_CAMPS, { cleo: { P: 'right' } }))).toBe(true)
    expect(hasMoved(tableOf(TWO_CAMPS, { cleo: { P: 'right' } }), ruled)).toBe(true)
    expect(hasMoved(ruled, tableOf({ ...TWO_CAMPS, S: {} }, { cleo: { P: 'wrong' } }))).toBe(true)
  })

  it('if somebody objects in the first rulings to an answer that is held', () => {
    const unheard = tableOf(TWO_CAMPS)
    expect(hasMoved(unheard, ruled)).toBe(true)
    expect(hasMoved(unheard, tableOf(TWO_CAMPS, { cleo: { P: 'unsure', R: 'wrong' } }))).toBe(false)
  })

  it('but not if all stand where they stood, whatever else they say', () => {
    expect(hasMoved(ruled, tableOf(TWO_CAMPS, { cleo: { P: 'wrong' } }))).toBe(false)
    expect(hasMoved(ruled, tableOf(TWO_CAMPS, { cleo: { P: 'partly', Q: 'right' } }))).toBe(false)
  })
})
