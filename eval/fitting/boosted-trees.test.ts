import { describe, expect, it } from 'vitest'
import { probabilityBy, type Tree } from '../../src/cache/same-question/verifier-model.ts'
import { growBoostedTrees } from './boosted-trees.ts'

const GROWTH = { trees: 60, leaves: 4, rate: 0.2, smallestLeaf: 5 }

/** The points of a grid over two features, with their labels. */
function grid(isTrue: (first: number, second: number) => boolean, size = 20) {
  const rows = Array.from({ length: size * size }, (_, index) =>
    Float32Array.of((index % size) / size, Math.floor(index / size) / size),
  )
  return {
    features: ['first', 'second'],
    rows,
    truth: rows.map(([first, second]) => isTrue(first!, second!)),
    weights: rows.map(() => 1),
  }
}

function leavesOf(tree: Tree): number {
  return typeof tree === 'number' ? 1 : leavesOf(tree[2]) + leavesOf(tree[3])
}

describe('growBoostedTrees', () => {
  it('learns from a single feature', () => {
    const cases = grid((first) => first >= 0.5)
    const model = growBoostedTrees(cases, GROWTH)
    const chances = cases.rows.map((row) => probabilityBy(model, row))
    for (const [index, chance] of chances.entries())
      expect(chance > 0.5, `case ${index}`).toBe(cases.truth[index])
  })

  it('returns a probability that increases with a feature if the share of true cases does', () => {
    // In each column as many rows are true as its number, so that the share increases evenly.
    const cases = grid((first, second) => second < first)
    const model = growBoostedTrees(
      { ...cases, rows: cases.rows.map(([first]) => Float32Array.of(first!, 0)) },
      GROWTH,
    )
    const chances = Array.from({ length: 20 }, (_, column) => probabilityBy(model, [column / 20, 0]))
    for (const [column, chance] of chances.slice(1).entries())
      expect(chance).toBeGreaterThanOrEqual(chances[column]! - 0.02)
    for (const [column, chance] of chances.entries())
      expect(Math.abs(chance - column / 20)).toBeLessThan(0.06)
  })

  it('learns an interaction of two features', () => {
    const cases = grid((first, second) => first >= 0.4 !== second >= 0.6)
    const model = growBoostedTrees(cases, GROWTH)
    const right = cases.rows.filter((row, index) => probabilityBy(model, row) > 0.5 === cases.truth[index])
    expect(right.length / cases.rows.length).toBeGreaterThan(0.97)
  })

  it('never falls along a feature that may only rise, nor rises along one that may only fall', () => {
    const cases = grid((first, second) => first < 0.2 || (first > 0.6 && second > 0.3))
    const model = growBoostedTrees(cases, { ...GROWTH, directions: [1, -1] })
    for (const [first, second] of cases.rows) {
      const here = probabilityBy(model, [first!, second!])
      expect(probabilityBy(model, [first! + 0.1, second!])).toBeGreaterThanOrEqual(here)
      expect(probabilityBy(model, [first!, second! + 0.1])).toBeLessThanOrEqual(here)
    }
  })

  it('returns the same trees for the same cases', () => {
    const cases = grid((first, second) => first + second > 0.9)
    expect(growBoostedTrees(cases, GROWTH)).toEqual(growBoostedTrees(cases, GROWTH))
  })

  it('starts from the weighted share of true cases', () => {
    const cases = grid((first) => first >= 0.5)
    const weights = cases.truth.map((isTrue) => (isTrue ? 3 : 1))
    const { start } = growBoostedTrees({ ...cases, weights }, { ...GROWTH, trees: 0 })
    expect(start).toBeCloseTo(Math.log(3), 3)
  })

  it('weights each case', () => {
    const rows = [Float32Array.of(0), Float32Array.of(0), Float32Array.of(1), Float32Array.of(1)]
    const cases = { features: ['only'], rows, truth: [true, false, true, false], weights: [30, 10, 10, 30] }
    const model = growBoostedTrees(cases, GROWTH)
    expect(probabilityBy(model, [0])).toBeGreaterThan(0.7)
    expect(probabilityBy(model, [1])).toBeLessThan(0.3)
  })

  it('has the requested number of trees, at most the requested number of leaves, and feature names', () => {
    const { trees, features } = growBoostedTrees(
      grid((first, second) => first * second > 0.3),
      GROWTH,
    )
    expect(features).toEqual(['first', 'second'])
    expect(trees).toHaveLength(GROWTH.trees)
    const sizes = trees.map(leavesOf)
    expect(Math.max(...sizes)).toBe(GROWTH.leaves)
  })

  it('creates no leaf below the minimum weight', () => {
    // Twelve of 400 cases are true; a separate leaf for them would be too small.
    const above = grid((first, second) => first > 0.94 && second < 0.59)
    const below = grid((first, second) => first < 0.04 && second > 0.39)
    for (const cases of [above, below]) {
      const held = (smallestLeaf: number) => {
        const { trees } = growBoostedTrees(cases, { ...GROWTH, trees: 5, smallestLeaf })
        return Math.min(...trees.flatMap((tree) => countsIn(tree, cases.rows)))
      }
      expect(held(1)).toBeLessThan(13)
      expect(held(40)).toBeGreaterThanOrEqual(40)
      expect(held(201), 'and nothing where two would not fit').toBe(400)
    }
  })

  it('learns nothing from uninformative features', () => {
    const cases = grid(() => true)
    const truth = cases.rows.map((_, index) => index % 2 === 0)
    const constant = { ...cases, truth, rows: cases.rows.map(() => Float32Array.of(1, 1)) }
    const { trees, start } = growBoostedTrees(constant, GROWTH)
    expect(start).toBe(0)
    expect(trees.every((tree) => tree === 0)).toBe(true)
  })

  it('places thresholds between the observed values', () => {
    const rows = Array.from({ length: 40 }, (_, index) => Float32Array.of(index < 20 ? 0 : 1))
    const cases = {
      features: ['only'],
      rows,
      truth: rows.map(([value]) => value === 1),
      weights: rows.map(() => 1),
    }
    const [tree] = growBoostedTrees(cases, GROWTH).trees
    expect(tree).toMatchObject([0, 0.5, expect.any(Number), expect.any(Number)])
  })
})

/** The number of rows in each leaf of a tree. */
function countsIn(tree: Tree, rows: Float32Array[]): number[] {
  if (typeof tree === 'number') return [rows.length]
  const [feature, threshold, below, above] = tree
  return [
    ...countsIn(
      below,
      rows.filter((row) => row[feature]! <= threshold),
    ),
    ...countsIn(
      above,
      rows.filter((row) => row[feature]! > threshold),
    ),
  ]
}
