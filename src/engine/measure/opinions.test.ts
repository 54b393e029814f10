import { describe, expect, it } from 'vitest'
import {
  examined,
  pointListOf,
  pointOf,
  rulingsOf,
  stancesOf,
  votersOf,
} from '../../../test/support/engine/point-lists.ts'
import { lastRuling, opinionsOn, tallyOf } from './points.ts'

const SEATS = ['a', 'b', 'c', 'd']
const NOBODY = { true: [], false: [], depends: [], unsure: [] }

describe('opinionsOn', () => {
  it('are those of the texts before the panel is asked, and a silent text is unsure', () => {
    const pointList = pointListOf(pointOf({ stances: stancesOf('sd.s') }))
    expect(opinionsOn(pointList, SEATS)).toEqual([
      { ...NOBODY, true: ['a', 'd'], false: ['b'], unsure: ['c'] },
    ])
  })

  it('are nobody’s who wrote no text, before the panel is asked', () => {
    const pointList = { ...pointListOf(pointOf({ stances: stancesOf('ss') })), writers: ['a', 'b', 'c'] }
    expect(opinionsOn(pointList, SEATS)).toEqual([{ ...NOBODY, true: ['a', 'b'], unsure: ['c'] }])
  })

  it('are what the seats say once they are asked, whatever their texts say', () => {
    const pointList = pointListOf(examined('ftdu', { stances: stancesOf('sdss') }))
    expect(opinionsOn(pointList, SEATS)).toEqual([
      { true: ['b'], false: ['a'], depends: ['c'], unsure: ['d'] },
    ])
  })

  it('count the last ruling of a seat', () => {
    const rulings = [...rulingsOf('ttff'), ...rulingsOf('f.u', 3)]
    expect(opinionsOn(pointListOf(examined('', { rulings })), SEATS)).toEqual([
      { ...NOBODY, true: ['b'], false: ['a', 'd'], unsure: ['c'] },
    ])
  })

  it('are unsure for a seat that was heard and left a point out, and absent for one that was not heard', () => {
    const pointList = pointListOf(examined('ttt'), examined('tt', { stances: stancesOf('..ss') }))
    expect(opinionsOn(pointList, SEATS)[1]).toEqual({ ...NOBODY, true: ['a', 'b'], unsure: ['c'] })
  })
})

describe('tallyOf', () => {
  const tally = (said: string, models: string) => {
    const pointList = { ...pointListOf(examined(said)), voters: votersOf(models) }
    return tallyOf(opinionsOn(pointList, SEATS)[0]!, pointList)
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
