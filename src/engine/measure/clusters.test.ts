import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SAME_ANSWER } from './agreement/compare-answers.ts'
import { clusterAnswers, meanAgreement } from './clusters.ts'

/** A symmetric matrix from its upper triangle. */
function symmetric(size: number, valueAt: (left: number, right: number) => number): number[][] {
  return Array.from({ length: size }, (_, left) =>
    Array.from({ length: size }, (_, right) =>
      left === right ? 1 : valueAt(Math.min(left, right), Math.max(left, right)),
    ),
  )
}

/** The agreement of the first with the second, the second with the third, the first with the third. */
function ofThree(first: number, second: number, across: number): number[][] {
  return symmetric(3, (left, right) => (right - left === 2 ? across : left === 0 ? first : second))
}

const matrices = fc
  .integer({ min: 0, max: 7 })
  .chain((size) =>
    fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size * size, maxLength: size * size })
      .map((values) => symmetric(size, (left, right) => values[left * size + right]!)),
  )

describe('clusterAnswers', () => {
  it('groups equal answers and keeps others apart', () => {
    const answers = ['a', 'b', 'a', 'c', 'b']
    const agreement = symmetric(5, (left, right) => (answers[left] === answers[right] ? 1 : 0))
    expect(clusterAnswers(agreement)).toEqual([[0, 2], [1, 4], [3]])
  })

  it('joins two answers from the threshold on, not below it', () => {
    expect(clusterAnswers(symmetric(2, () => SAME_ANSWER))).toEqual([[0, 1]])
    expect(clusterAnswers(symmetric(2, () => SAME_ANSWER - 0.001))).toEqual([[0], [1]])
  })

  it('joins the closest first', () => {
    // The middle one is near to both ends, nearer to the last; the ends are far from each other.
    const agreement = ofThree(0.8, 0.9, 0.1)
    expect(clusterAnswers(agreement)).toEqual([[0], [1, 2]])
  })

  it('does not let a chain of neighbours join what differs at its ends', () => {
    const agreement = symmetric(4, (left, right) => (right - left === 1 ? 0.75 : 0))
    expect(clusterAnswers(agreement)).toHaveLength(2)
  })

  it('has no groups where there are no answers', () => {
    expect(clusterAnswers([])).toEqual([])
  })

  it('puts every answer into one group, and leaves no two groups that belong together', () => {
    fc.assert(
      fc.property(matrices, (agreement) => {
        const groups = clusterAnswers(agreement)
        expect(groups.flat().sort((left, right) => left - right)).toEqual(agreement.map((_, index) => index))
        for (const [index, group] of groups.entries())
          for (const other of groups.slice(index + 1))
            expect(meanAgreement(agreement, group, other)).toBeLessThan(SAME_ANSWER)
      }),
    )
  })
})

describe('meanAgreement', () => {
  it('is the mean over all pairs across', () => {
    const agreement = ofThree(0.2, 0.4, 0.6)
    expect(meanAgreement(agreement, [0], [1, 2])).toBeCloseTo(0.4)
    expect(meanAgreement(agreement, [0, 1], [2])).toBeCloseTo(0.5)
  })
})
