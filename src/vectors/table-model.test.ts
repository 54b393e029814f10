import { describe, expect, it } from 'vitest'
import { dotProduct } from './cosine.ts'
import { createTableModel, type TableShape } from './table-model.ts'

/** The size in bytes of a model with this shape. */
function tableBytes({ rows, meaning, order, hidden, fromOrder }: TableShape): number {
  const floats = rows * 2 + 3 * order * hidden + hidden + hidden * fromOrder
  return 4 * floats + rows * (meaning + order)
}

const SHAPE: TableShape = { rows: 3, meaning: 4, order: 4, hidden: 4, fromOrder: 4 }

const zeros = (count: number) => new Array<number>(count).fill(0)

/** Three pieces: the first points along one axis, the second along another, the third as the first but for order. */
function model() {
  const floats = [
    ...[0.5, 0.5, 0.5], // meaning scales
    ...[1, 1, 1], // order scales
    ...[1, 0, 0, 0, ...zeros(12)], // before: adds to the first hidden unit
    ...zeros(16), // here
    ...[0, 1, 0, 0, ...zeros(12)], // after: adds to the second
    ...[0, -1, 0, 0], // bias
    ...[0.5, 0, 0, 0, 2, 0, 0, 0, ...zeros(8)], // spread
  ]
  const bytes = [
    ...[0, 2, 0, 0],
    ...[2, 0, 0, 0],
    ...[0, 2, 0, 0],
    ...[1, 0, 0, 0],
    ...[3, 0, 0, 0],
    ...[-5, 0, 0, 0],
  ]
  const weights = new Uint8Array(tableBytes(SHAPE))
  new Float32Array(weights.buffer, 0, floats.length).set(floats)
  new Int8Array(weights.buffer, floats.length * 4).set(bytes)
  const { begin } = createTableModel(SHAPE, weights)
  const embed = (pieces: number[]) => {
    const text = begin()
    for (const piece of pieces) text.add(piece)
    return text.vector()
  }
  return Object.assign(embed, { begin })
}

/** What the sum of meaning and the convolution come to, before scaling to length 1. */
function direction(...values: number[]) {
  const length = Math.hypot(...values)
  return values.map((value) => expect.closeTo(value / length, 6))
}

describe('a table model', () => {
  it('sums scaled rows, and only the row itself for a single piece', () => {
    expect([...model()([0])]).toEqual(direction(0, 1, 0, 0, 0, 0, 0, 0))
  })

  it('adds the context of each piece before and after', () => {
    // At 0: after 1 gives 3, less the bias 2. At 1: before 0 gives 1. 0.5 * 1 + 2 * 2 = 4.5.
    expect([...model()([0, 1])]).toEqual(direction(1, 1, 0, 0, 4.5, 0, 0, 0))
  })

  it('distinguishes two orders of the same pieces', () => {
    const embed = model()
    expect([...embed([1, 0])]).toEqual(direction(1, 1, 0, 0, 0.5 * 3, 0, 0, 0))
    expect(dotProduct(embed([0, 1]), embed([1, 0]))).toBeLessThan(0.99)
  })

  it('clips negative units', () => {
    expect([...model()([2, 0])]).toEqual(direction(0, 2, 0, 0, 0, 0, 0, 0))
  })

  it('returns new vectors of length 1', () => {
    const embed = model()
    const first = embed([0, 1, 2])
    expect(Math.hypot(...first)).toBeCloseTo(1, 6)
    const copy = [...first]
    embed([1, 1])
    expect([...first]).toEqual(copy)
  })
  it('keeps texts apart that are read at the same time', () => {
    const embed = model()
    const [one, other] = [embed.begin(), embed.begin()]
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      one.add(first)
      other.add(second)
    }
    expect([one.vector(), other.vector()]).toEqual([embed([0, 1]), embed([1, 0])])
  })
})
