import { describe, expect, it } from 'vitest'
import {
  entryOf,
  examined,
  ledgerOf,
  rulingsOf,
  stancesOf,
  votersOf,
} from '../../../test/support/engine/ledgers.ts'
import { lastRuling, opinionsOn, tallyOf } from './points.ts'

const SEATS = ['a', 'b', 'c', 'd']
const NOBODY = { true: [], false: [], depends: [], unsure: [] }

describe('opinionsOn', () => {
  it('are those of the texts before the panel is asked, and a silent text is unsure', () => {
    const ledger = ledgerOf(entryOf({ stances: stancesOf('sd.s') }))
    expect(opinionsOn(ledger, SEATS)).toEqual([{ ...NOBODY, true: ['a', 'd'], false: ['b'], unsure: ['c'] }])
  })

  it('are nobody’s who wrote no text, before the panel is asked', () => {
    const ledger = { ...ledgerOf(entryOf({ stances: stancesOf('ss') })), writers: ['a', 'b', 'c'] }
    expect(opinionsOn(ledger, SEATS)).toEqual([{ ...NOBODY, true: ['a', 'b'], unsure: ['c'] }])
  })

  it('are what the seats say once they are asked, whatever their texts say', () => {
    const ledger = ledgerOf(examined('ftdu', { stances: stancesOf('sdss') }))
    expect(opinionsOn(ledger, SEATS)).toEqual([{ true: ['b'], false: ['a'], depends: ['c'], unsure: ['d'] }])
  })

  it('count the last ruling of a seat', () => {
    const rulings = [...rulingsOf('ttff'), ...rulingsOf('f.u', 3)]
    expect(opinionsOn(ledgerOf(examined('', { rulings })), SEATS)).toEqual([
      { ...NOBODY, true: ['b'], false: ['a', 'd'], unsure: ['c'] },
    ])
  })

  it('are unsure for a seat that was heard and left a point out, and absent for one that was not heard', () => {
    const ledger = ledgerOf(examined('ttt'), examined('tt', { stances: stancesOf('..ss') }))
    expect(opinionsOn(ledger, SEATS)[1]).toEqual({ ...NOBODY, true: ['a', 'b'], unsure: ['c'] })
  })
})

describe('tallyOf', () => {
  const tally = (said: string, models: string) => {
    const ledger = { ...ledgerOf(examined(said)), voters: votersOf(models) }
    return tallyOf(opinionsOn(ledger, SEATS)[0]!, ledger)
  }

  it('counts several seats of one model once', () => {
    expect(tally('ttfd', 'xxyz')).toEqual({ true: 1, false: 1, depends: 1, unsure: 0 })
  })

  it('counts a model whose seats are not of one mind as unsure', () => {
    expect(tally('tfff', 'xxyz')).toEqual({ true: 0, false: 2, depends: 0, unsure: 1 })
  })
})

describe('lastRuling', () => {
  it('is null for a seat that said nothing', () => {
    expect(lastRuling(examined('t'), 'b')).toBeNull()
    expect(lastRuling(examined('t'), 'a')).toMatchObject({ opinion: 'true' })
  })
})
