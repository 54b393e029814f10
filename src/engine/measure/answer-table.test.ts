import { describe, expect, it } from 'vitest'
import { seatNamed } from '../../../test/support/engine/standings.ts'
import type { Holder } from '../panel/panel.ts'
import { bestReply } from './answer-table.ts'

const holder = (name: string, length: number, isCut?: true): Holder => ({
  seat: seatNamed(name),
  position: { answer: '42', reason: 'x'.repeat(length), ...(isCut && { isCut }) },
  residual: null,
})
const best = (holders: Holder[], votes: Record<string, number> = {}) =>
  bestReply(holders, ({ name }) => votes[name] ?? 1).seat.name

describe('the reply that speaks for an answer', () => {
  const [short, middling, long] = [holder('short', 10), holder('middling', 50), holder('long', 500)]

  it('is the one of median length, of two the shorter', () => {
    expect(best([long, short, middling])).toBe('middling')
    expect(best([long, short])).toBe('short')
  })

  it('is that of the most reliable model', () => {
    expect(best([long, short, middling], { long: 1.5 })).toBe('long')
    expect(best([long, short, middling], { long: 1.5, short: 1.5 })).toBe('short')
  })

  it('is one that was cut off only where no other is whole', () => {
    const cut = holder('cut', 50, true)
    expect(best([cut, long, holder('longer', 900)])).toBe('long')
    expect(best([cut])).toBe('cut')
  })
})
