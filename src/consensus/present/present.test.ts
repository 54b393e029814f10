import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { runScripted } from '../../../test/support/engine/scripted-panel.ts'
import { harmonyOf, presentEntry, presentResult } from './present.ts'

const divergence = (D: number) => presentEntry({ ...entryWith(1, {}), D }, []).D
const response = (figures: object) => presentEntry(entryWith(1, { ada: figures }), []).responses[0]!
const digits = (value: number) => String(value).split('.')[1]?.length ?? 0

describe('figures that callers see', () => {
  it('have at most three decimals, and H is 1 − D', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (D) => {
        const shown = presentEntry({ ...entryWith(1, {}), D }, [])
        expect(Math.max(digits(shown.D), digits(shown.H))).toBeLessThanOrEqual(3)
        expect(shown.H).toBe(harmonyOf(shown.D))
        expect(Math.abs(shown.D + shown.H - 1)).toBeLessThan(1e-9)
      }),
    )
  })

  it('never show a divergence above 0.2 as 0.2, nor one up to 0.2 as more', () => {
    const near = fc.double({ min: -0.002, max: 0.002, noNaN: true }).map((off) => 0.2 + off)
    fc.assert(
      fc.property(near, (D) => {
        expect(divergence(D) <= 0.2).toBe(D <= 0.2)
      }),
    )
    expect([0.2, 0.2000001, 0.1999999, 2 / 3].map(divergence)).toEqual([0.2, 0.201, 0.2, 0.667])
  })

  it('are whole milliseconds, and dollars without the noise of binary fractions', () => {
    expect(response({ latency_ms: 12.625, cost_usd: 0.1 + 0.2 })).toMatchObject({
      latency_ms: 13,
      cost_usd: 0.3,
    })
    expect(response({ cost_usd: 4e-8 }).cost_usd).toBe(4e-8)
  })

  it('are rounded in the phases of usage as in the whole', async () => {
    const { usage, ...rest } = await runScripted({ ada: { answer: '4' }, bob: { answer: '4' } }).result
    const phases = [{ ...usage.phases![0]!, cost_usd: 0.1 + 0.2 }]
    const shown = presentResult({ ...rest, usage: { ...usage, cost_usd: 0.1 + 0.2, phases } }, []).usage
    expect([shown.cost_usd, shown.phases?.[0]?.cost_usd]).toEqual([0.3, 0.3])
    expect(
      presentResult({ ...rest, usage: { ...usage, phases: undefined } }, []).usage.phases,
    ).toBeUndefined()
  })

  it('leave alone what was not measured', () => {
    const nothing = { held_agreement: null, theme_agreement: null, measured: null, residual: null }
    expect(response(nothing)).toMatchObject(nothing)
  })
})
