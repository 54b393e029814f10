import { describe, expect, it } from 'vitest'
import { checkerFigures, placeOf } from './checker.ts'
import { fitSupport } from './fit-support.ts'
import { type RecordedPoint, readPoints } from './recorded-points.ts'
import { areaUnderCurve, supportFigures } from './support.ts'

const brief = {} as never

describe('the figures of a checker', () => {
  const texts = [
    { id: 'one', text: 'It is red and round.', spans: [{ start: 6, end: 9 }], brief },
    { id: 'two', text: 'It is blue.', spans: [], brief },
    { id: 'three', text: 'It is green.', spans: [{ start: 6, end: 11 }], brief },
  ]
  const found = (start: number, end: number) => ({ problem: 'unfounded' as const, start, end })

  it('count texts and passages in which something was found, against those that people marked', () => {
    const checks = [
      { id: 'one', model: 'm', findings: [found(3, 8), found(14, 19)] },
      { id: 'two', model: 'm', findings: [found(6, 10)] },
      { id: 'three', model: 'm', findings: null },
    ]
    expect(checkerFigures(texts, checks)).toEqual({
      texts: 3,
      unreadable: 1,
      'texts: precision': 1 / 2,
      'texts: recall': 1 / 2,
      findings: 3,
      'passages: precision': 1 / 3,
      'passages: recall': 1 / 2,
    })
  })

  it('leave out what concerns the form', () => {
    const form = { problem: 'form' as const, start: 0, end: 5 }
    expect(checkerFigures(texts, [{ id: 'two', model: 'm', findings: [form] }]).findings).toBe(0)
  })
})

it('a quotation is placed by its longest run of words', () => {
  expect(placeOf('is red', 'It is red.')).toEqual({ start: 3, end: 9 })
  expect(placeOf('was red and round', 'It is red and round.')).toEqual({ start: 6, end: 19 })
  expect(placeOf('nothing', 'It is red.')).toBeNull()
})

describe('the support of points', () => {
  const point = (truth: boolean, affirming: number): RecordedPoint => ({
    biography: 0,
    truth,
    isCentral: false,
    says: 1,
    denies: 0,
    true: affirming,
    false: 3 - affirming,
    depends: 0,
    unsure: 0,
  })

  it('has an area under the curve of 1 where every true point has more of it, and of one half where it tells nothing', () => {
    const score = (one: RecordedPoint) => one.true
    expect(areaUnderCurve([point(true, 3), point(true, 2), point(false, 1)], score)).toBe(1)
    expect(areaUnderCurve([point(true, 2), point(false, 2)], score)).toBe(0.5)
    expect(areaUnderCurve([point(true, 0), point(false, 2)], score)).toBe(0)
  })

  it('is fitted so that more of it means that points are more often true', () => {
    const points = [3, 3, 3, 2, 2, 1, 1, 0].map((affirming, place) => point(place % 4 < affirming, affirming))
    expect(fitSupport(points)).toMatchObject({ points: 8 })
    expect(fitSupport(points).slope).toBeGreaterThan(0)
  })

  it('tells true points of recorded biographies from false ones, and better than chance by far', () => {
    const figures = supportFigures(readPoints())
    expect(figures.biographies).toBeGreaterThanOrEqual(40)
    expect(figures['AUROC of support']).toBeGreaterThanOrEqual(0.8)
    expect(figures['squared error calibrated, held out']).toBeLessThan(
      figures['squared error of the share, held out'],
    )
  })
})
