import { describe, expect, it } from 'vitest'
import { probabilityBy, type Tree } from './verifier-model.ts'

const byTrees = (start: number, ...trees: Tree[]) => ({ features: ['first', 'second'], start, trees })

describe('probabilityBy', () => {
  it('starts from the initial odds', () => {
    expect(probabilityBy(byTrees(0), [])).toBe(0.5)
    expect(probabilityBy(byTrees(Math.log(3)), [1, 1])).toBeCloseTo(0.75)
  })

  it('adds the value of each tree to the log odds', () => {
    expect(probabilityBy(byTrees(0, Math.log(2), Math.log(3)), [])).toBeCloseTo(6 / 7)
    expect(probabilityBy(byTrees(0, Math.log(2), -Math.log(2)), [])).toBeCloseTo(0.5)
  })

  it('follows the branch of a feature, where the threshold belongs to the lower one', () => {
    const model = byTrees(0, [1, 0.5, -1, 1])
    const low = probabilityBy(model, [9, 0.5])
    const high = probabilityBy(model, [9, 0.6])
    expect(low).toBeCloseTo(1 / (1 + Math.E))
    expect(high).toBeCloseTo(1 - low)
  })

  it('follows any number of branches', () => {
    const model = byTrees(0, [0, 0, [1, 0, -3, -1], [1, 0, 1, 3]])
    const odds = [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ].map((features) => {
      const chance = probabilityBy(model, features)
      return Math.log(chance / (1 - chance))
    })
    for (const [index, expected] of [-3, -1, 1, 3].entries()) expect(odds[index]).toBeCloseTo(expected)
  })

  it('treats a missing feature as 0', () => {
    const model = byTrees(0, [1, 0.5, -1, 1])
    expect(probabilityBy(model, [])).toBe(probabilityBy(model, [0, 0]))
  })
})
