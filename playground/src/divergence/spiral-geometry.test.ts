import { describe, expect, it } from 'vitest'
import { PHI } from '../run/divergence.ts'
import { goldenSpiral, spiralPoint, spiralThrough } from './spiral-geometry.ts'

const radiusOf = ({ x, y }: { x: number; y: number }) => Math.hypot(x, y)

describe('the spiral', () => {
  it('turns a quarter with every iteration, and begins at the top', () => {
    const places = [1, 2, 3].map((iteration) => spiralPoint(iteration, 10))
    const rounded = places.map(({ x, y }) => [Math.round(x) + 0, Math.round(y) + 0])
    expect(rounded).toEqual([
      [0, -10],
      [10, 0],
      [0, 10],
    ])
  })

  it('of the golden target shrinks by φ with every iteration', () => {
    const points = goldenSpiral(80, 3)
    expect(radiusOf(points[0]!)).toBeCloseTo(80)
    expect(radiusOf(points.at(-1)!)).toBeCloseTo(80 / PHI ** 2)
  })

  it('of a run goes through its D, also where that rises', () => {
    const points = spiralThrough([10, 4, 6])
    const middle = points[(points.length - 1) / 2]!
    expect([points[0]!, middle, points.at(-1)!].map((point) => Math.round(radiusOf(point)))).toEqual([
      10, 4, 6,
    ])
  })

  it('of one iteration is a point', () => {
    expect(spiralThrough([5])).toHaveLength(1)
  })
})
