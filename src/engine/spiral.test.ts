import { describe, expect, it } from 'vitest'
import type { Stance } from './divergence.ts'
import { beginSpiral, CONVERGED, endingOf } from './spiral.ts'
import { seatNamed, stageOf } from './testing/standings.ts'

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
  return endingOf({ divergence, iteration, landscape, stances, maxIterations: 3, deadline })
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

describe('beginSpiral', () => {
  it('starts with every seat unheard and nothing spent', () => {
    const spiral = beginSpiral([seatNamed('ada'), seatNamed('bob')])
    expect(spiral.standings.map(({ position, residual }) => [position, residual])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(spiral).toMatchObject({ entries: [], anchors: [], ending: null, usage: { calls: 0, cost_usd: 0 } })
  })
})
