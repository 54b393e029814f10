import { describe, expect, it } from 'vitest'
import { answerableAt, areaUnderRoc, averagePrecision, recallAtPrecision, spearman } from './rankings.ts'

describe('Spearman’s correlation', () => {
  it('is 1 for the same order and -1 for the opposite, regardless of the values', () => {
    expect(spearman([1, 2, 3], [10, 100, 1000])).toBeCloseTo(1)
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1)
  })

  it('gives ties the same rank', () => {
    expect(spearman([1, 1, 2], [1, 2, 3])).toBeCloseTo(0.866, 3)
  })
})

describe('average precision', () => {
  it('is the mean of the precision at each true case', () => {
    expect(averagePrecision([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])).toBeCloseTo((1 + 2 / 3) / 2)
    expect(averagePrecision([0.1, 0.2], [1, 0])).toBeCloseTo(0.5)
  })
})

describe('recall at a precision', () => {
  it('is the highest recall that still has the required precision', () => {
    const scores = [0.9, 0.8, 0.7, 0.6]
    expect(recallAtPrecision(scores, [1, 0, 1, 1], 0.75)).toBe(1)
    expect(recallAtPrecision(scores, [1, 0, 1, 1], 0.9)).toBeCloseTo(1 / 3)
  })
})

describe('the area under the ROC curve', () => {
  it.each([
    ['1 if every true case is above every false one', [0.1, 0.2, 0.8], [false, false, true], 1],
    ['0 in the opposite order', [0.9, 0.2], [false, true], 0],
    ['0.5 for uninformative scores', [0.5, 0.5, 0.5, 0.5], [true, false, true, false], 0.5],
    ['the share of pairs in order', [0.1, 0.4, 0.35, 0.8], [false, false, true, true], 0.75],
  ])('is %s', (_, scores, labels, area) => {
    expect(areaUnderRoc(scores, labels)).toBeCloseTo(area)
  })
})

describe('answerableAt', () => {
  const one = (confidence: number, right: boolean, fold: number) => ({ confidence, right, fold })

  it('answers what is at least as sure as what was right often enough in the other folds', () => {
    const stated = [0, 1].flatMap((fold) => [one(0.9, true, fold), one(0.5, fold === 0, fold)])
    expect(answerableAt(0.95, stated)).toEqual({ answered: 0.75, right: 2 / 3 })
  })

  it('answers nothing where no threshold is right often enough, and counts equal confidence together', () => {
    const stated = [0, 1].flatMap((fold) => [one(0.9, true, fold), one(0.9, false, fold)])
    expect(answerableAt(0.95, stated)).toEqual({ answered: 0, right: Number.NaN })
  })
})
