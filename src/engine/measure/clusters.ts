import { SAME_ANSWER } from './agreement/compare-answers.ts'

/**
 * Groups answers by average linkage: the two closest groups merge while their mean agreement is that of the same answer.
 * Takes a symmetric matrix and returns groups of indices. The order of the answers is that of the panel, not of the
 * request, so that ties are resolved the same way for the same panel.
 */
export function clusterAnswers(agreement: number[][]): number[][] {
  const groups = agreement.map((_, index) => [index])
  for (;;) {
    let best = { linkage: SAME_ANSWER, left: -1, right: -1 }
    for (let left = 0; left < groups.length; left++) {
      for (let right = left + 1; right < groups.length; right++) {
        const linkage = meanAgreement(agreement, groups[left]!, groups[right]!)
        if (linkage > best.linkage || (linkage === best.linkage && best.left === -1))
          best = { linkage, left, right }
      }
    }
    if (best.left === -1) return groups
    groups[best.left] = [...groups[best.left]!, ...groups[best.right]!]
    groups.splice(best.right, 1)
  }
}

/** Mean agreement between the members of two groups. */
export function meanAgreement(agreement: number[][], left: number[], right: number[]): number {
  let sum = 0
  for (const one of left) for (const other of right) sum += agreement[one]![other]!
  return sum / (left.length * right.length)
}
