import { describe, expect, it } from 'vitest'
import { ledgerOf, rulingsOf } from '../../../../test/support/engine/ledgers.ts'
import { lastRuling, opinionsOn } from './opinions.ts'

const SEATS = ['a', 'b', 'c']

describe('opinionsOn', () => {
  it('counts who made a claim for it, and reads the other texts; silence is unsure', () => {
    const estimates = {
      a: { supports: 1, contradicts: 0, shared: 0 },
      b: { supports: 0.1, contradicts: 0.9, shared: 0 },
      c: { supports: 0.1, contradicts: 0.1, shared: 0 },
      d: { supports: 0.9, contradicts: 0, shared: 0 },
    }
    expect(opinionsOn(ledgerOf({ estimates }), ['a', 'b', 'c', 'd', 'e'])).toEqual([
      { for: ['a', 'd'], against: ['b'], unsure: ['c'] },
    ])
  })

  it('counts the last ruling of a seat, even against its own claim', () => {
    const rulings = [...rulingsOf('ttf'), ...rulingsOf('f.u', 3)]
    expect(opinionsOn(ledgerOf({ rulings }), SEATS)).toEqual([{ for: ['b'], against: ['a'], unsure: ['c'] }])
  })

  it('counts a seat that affirms two claims which exclude each other as unsure of both', () => {
    const ledger = ledgerOf(
      { rulings: rulingsOf('ttf'), rivals: [1] },
      { rulings: rulingsOf('tft'), rivals: [0] },
    )
    expect(opinionsOn(ledger, SEATS)).toEqual([
      { for: ['b'], against: ['c'], unsure: ['a'] },
      { for: ['c'], against: ['b'], unsure: ['a'] },
    ])
  })

  it('takes a ruling over a claim, and a claim over what is read from the text, where both cannot be true', () => {
    const read = { b: { supports: 0.9, contradicts: 0, shared: 0 } }
    const ledger = ledgerOf(
      { makers: ['a', 'b'], rulings: rulingsOf('t'), rivals: [1] },
      { makers: ['a'], estimates: read, rivals: [0] },
    )
    expect(opinionsOn(ledger, ['a', 'b'])).toEqual([
      { for: ['a', 'b'], against: [], unsure: [] },
      { for: [], against: [], unsure: ['a', 'b'] },
    ])
  })
})

describe('lastRuling', () => {
  it('is null for a seat that said nothing', () => {
    const [entry] = ledgerOf({ rulings: rulingsOf('t') }).entries
    expect(lastRuling(entry!, 'b')).toBeNull()
    expect(lastRuling(entry!, 'a')).toMatchObject({ opinion: 'true' })
  })
})
