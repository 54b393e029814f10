import { describe, expect, it } from 'vitest'
import {
  examined,
  pointListOf,
  rulingsOf,
  stancesOf,
  votersOf,
} from '../../../test/support/engine/point-lists.ts'
import { everHeldBy, strikePoints } from './dispute.ts'
import type { Point } from './points.ts'

/** Whether a point that the text of “a” makes is struck after an examination and a dispute. */
const isStruck = (second: string, third = '', fields: Partial<Point> = {}, voters = {}) => {
  const rulings = [...rulingsOf(second), ...rulingsOf(third, 3)]
  const seats = [...'abcdef'].slice(0, second.length)
  const pointList = { ...pointListOf(examined('', { rulings, ...fields })), voters }
  return strikePoints(pointList, seats, () => true).points[0]!.isStruck
}

describe('strikeEntries', () => {
  it.each([
    ['all who held it withdraw it', 'ttfff', 'ff', true],
    ['its only holder withdraws it in a panel of two', 'tf', 'f', true],
    ['the seat whose text says it calls it false at once', 'fuu', '', true],
    ['two thirds still call it false', 'tff', 't', true],
    ['two thirds call it false, and its holder is no longer sure', 'tff', 'u', true],
    ['less than two thirds call it false', 'ttfu', 't', false],
    ['one of those who held it is only unsure', 'ttfuu', 'fu', false],
    ['one of those who held it stands by it', 'ttfuu', 'tf', false],
    ['one of two seats calls it false', 'tf', 't', false],
    ['nobody calls it false', 'tud', 'u', false],
  ])('where %s: %s, then %s: %s', (_, second, third, expected) => {
    expect(isStruck(second, third)).toBe(expected)
  })

  it('does not count a holder that gave no answer as having withdrawn it', () => {
    expect(isStruck('.fu', '')).toBe(false)
  })

  it('counts several seats of one model once, and only where they are of one mind', () => {
    expect(isStruck('tfff', '', {}, votersOf('xyzz')), 'two of three models').toBe(true)
    expect(isStruck('tfff', '', {}, votersOf('xyyy')), 'one of two models').toBe(false)
    expect(isStruck('tfft', '', {}, votersOf('xyzz')), 'one of three, and one not of one mind').toBe(false)
  })

  it('outvotes only what is due, and strikes what was withdrawn in any case', () => {
    const pointList = pointListOf(examined('tff'), examined('fff'))
    const { points: entries } = strikePoints(pointList, ['a', 'b', 'c'], () => false)
    expect(entries.map((entry) => entry.isStruck)).toEqual([false, true])
  })

  it('does not count what the texts say against a point', () => {
    expect(isStruck('t..', '', { stances: stancesOf('sdd') })).toBe(false)
  })

  it('never takes it back', () => {
    expect(isStruck('ttt', 'ttt', { isStruck: true })).toBe(true)
  })
})

describe('everHeldBy', () => {
  it('are those whose texts say it and those who ever called it true', () => {
    const rulings = [...rulingsOf('ftut'), ...rulingsOf('.f', 3)]
    expect(everHeldBy(examined('', { rulings, stances: stancesOf('sds') }))).toEqual(['a', 'c', 'b', 'd'])
  })
})
