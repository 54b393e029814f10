import { describe, expect, it } from 'vitest'
import { seatNamed } from '../../../test/support/engine/standings.ts'
import { beginSpiral, isHeard } from './spiral.ts'

describe('beginSpiral', () => {
  it('starts with the day, every seat unheard, no kind and nothing spent', () => {
    const spiral = beginSpiral([seatNamed('ada'), seatNamed('bob')], { date: '2026-11-17', votes: null })
    expect(spiral.standings.map(({ position, residual }) => [position, residual])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(spiral).toMatchObject({
      kind: null,
      date: '2026-11-17',
      entries: [],
      anchors: [],
      ending: null,
      usage: { calls: 0, cost_usd: 0 },
    })
  })
})

describe('a seat', () => {
  it('was heard if it spoke, or if asking again would change nothing', () => {
    expect(isHeard(null)).toBe(true)
    for (const code of ['declined', 'withdrawn']) expect(isHeard({ code, message: '' })).toBe(true)
    for (const code of ['timeout', 'unreadable']) expect(isHeard({ code, message: '' })).toBe(false)
  })
})
