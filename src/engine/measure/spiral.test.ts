import { describe, expect, it } from 'vitest'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { seatNamed, stageOf } from '../../../test/support/engine/standings.ts'
import type { Stance } from './divergence.ts'
import { CONVERGED } from './divergence.ts'
import { beginSpiral, endingOf, hasStalled } from './spiral.ts'

const EXPOSITION = entryWith(1, {})

async function ending(options: {
  answers?: Record<string, string | null>
  divergence?: number
  stances?: Stance[]
  iteration?: number
  late?: boolean
}) {
  const { answers = { ada: 'x', bob: 'x' }, divergence = 0, stances = [], iteration = 1, late } = options
  const { landscape } = await stageOf(answers)
  const deadline = late ? AbortSignal.abort() : new AbortController().signal
  const entries = [{ ...EXPOSITION, iteration, D: divergence }]
  return endingOf({ entries, landscape, stances, maxIterations: 3, deadline })
}

describe('endingOf', () => {
  it('converges on one answer with little divergence and nobody against it', async () => {
    expect(await ending({ divergence: CONVERGED, stances: ['accept', 'amend'] })).toBe('converged')
  })

  it.each([
    ['the divergence is too great', { divergence: CONVERGED + 0.001 }],
    ['there are two answers', { answers: { ada: 'x', bob: 'y' } }],
    ['a seat rejects', { stances: ['accept', 'reject'] as Stance[] }],
  ])('goes on while %s', async (_, state) => {
    expect(await ending(state)).toBeNull()
  })

  it('is exhausted at the last iteration, not before', async () => {
    const state = { divergence: 0.5, answers: { ada: 'x', bob: 'y' } }
    expect(await ending({ ...state, iteration: 2 })).toBeNull()
    expect(await ending({ ...state, iteration: 3 })).toBe('exhausted')
  })

  it('ends at the deadline, unless it has just converged', async () => {
    expect(await ending({ divergence: 0.5, late: true })).toBe('deadline')
    expect(await ending({ late: true })).toBe('converged')
  })

  it('is unanswered when fewer than two hold a position, whatever the divergence', async () => {
    expect(await ending({ answers: { ada: 'x', bob: null } })).toBe('unanswered')
  })
})

describe('hasStalled', () => {
  const held = { residual: 0.5, position: 'x' }
  const unmoved = { ...held, counted_verdict: 'amend' as const }

  it('holds where nobody changed an answer or a verdict and no residual fell', () => {
    expect(hasStalled(entryWith(2, { ada: unmoved }), entryWith(3, { ada: unmoved }))).toBe(true)
  })

  it('holds after the second iteration, in which there is no verdict to compare with', () => {
    expect(hasStalled(entryWith(1, { ada: held }), entryWith(2, { ada: unmoved }))).toBe(true)
  })

  it.each([
    ['an answer changed for a reason', { held_relation: 'different', position: 'y' } as const],
    ['a leader rewrote what cannot be read', { held_relation: 'unknown', position: 'y' } as const],
    ['a verdict changed', { counted_verdict: 'reject' } as const],
    ['a residual fell', { residual: 0.4 }],
    ['a seat could not be heard', { error: { code: 'timeout', message: 'late' } }],
  ])('does not hold where %s', (_, change) => {
    const before = entryWith(2, { ada: unmoved, bob: unmoved })
    const now = entryWith(3, { ada: unmoved, bob: { ...unmoved, ...change } })
    expect(hasStalled(before, now)).toBe(false)
  })

  it('holds where an answer is only said in other words', () => {
    const reworded = { ...unmoved, held_relation: 'same' as const, position: 'x, that is' }
    expect(hasStalled(entryWith(2, { ada: unmoved }), entryWith(3, { ada: reworded }))).toBe(true)
  })

  it('does not hold where a seat answers for the first time', () => {
    const silent = { position: null, residual: null }
    expect(hasStalled(entryWith(2, { ada: silent }), entryWith(3, { ada: unmoved }))).toBe(false)
  })

  it('does not hold where a theme is accepted for the first time, and does where it is accepted once more', () => {
    const accepting = (residual: number) => ({ ...held, residual, counted_verdict: 'accept' as const })
    expect(hasStalled(entryWith(1, { ada: held }), entryWith(2, { ada: accepting(0.3) }))).toBe(false)
    expect(hasStalled(entryWith(2, { ada: accepting(0.3) }), entryWith(3, { ada: accepting(0.2) }))).toBe(
      true,
    )
  })

  it('holds where the only silent seat declines or is not asked any more', () => {
    for (const code of ['declined', 'withdrawn']) {
      const silent = { ...unmoved, counted_verdict: null, error: { code, message: '' } }
      expect(hasStalled(entryWith(2, { ada: silent }), entryWith(3, { ada: silent }))).toBe(true)
    }
  })
})

describe('beginSpiral', () => {
  it('starts with every seat unheard and nothing spent', () => {
    const spiral = beginSpiral([seatNamed('ada'), seatNamed('bob')], 'closed')
    expect(spiral.standings.map(({ position, residual }) => [position, residual])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(spiral).toMatchObject({ entries: [], anchors: [], ending: null, usage: { calls: 0, cost_usd: 0 } })
  })
})
