import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import openWabt from 'wabt'
import { openKernel } from './kernel.ts'
import { KERNEL } from './kernel-code.ts'

/** Numbers that repeat nowhere soon. */
const filled = (view: Float32Array) => view.map((_, index) => Math.sin(index * index * 1.7))

describe('the kernel of the transformers', () => {
  it.each([
    { pieces: 2, columns: 4, units: 4 },
    { pieces: 26, columns: 64, units: 128 },
    { pieces: 96, columns: 256, units: 12 },
    { pieces: 1, columns: 768, units: 64 },
    { pieces: 7, columns: 128, units: 384 },
  ])('multiplies $pieces rows of $columns by $units', ({ pieces, columns, units }) => {
    const kernel = openKernel(1_000_000)
    const left = kernel.allocate((pieces + 1) * columns)
    const right = kernel.allocate(units * columns)
    const out = kernel.allocate((pieces + 1) * units)
    left.set(filled(left))
    right.set(filled(right))
    kernel.multiply(left, right, out, { pieces, columns, units })
    for (let piece = 0; piece < pieces; piece++) {
      for (let unit = 0; unit < units; unit++) {
        let product = 0
        for (let column = 0; column < columns; column++)
          product += left[piece * columns + column]! * right[unit * columns + column]!
        expect(Math.abs(out[piece * units + unit]! - product)).toBeLessThan(1e-3)
      }
    }
  })

  it('multiplies rows that have gaps between them', () => {
    const kernel = openKernel(1_000_000)
    const [left, right, out] = [kernel.allocate(4 * 20), kernel.allocate(4 * 12), kernel.allocate(4 * 8)]
    left.set(filled(left))
    right.set(filled(right))
    kernel.multiply(left, right, out, { pieces: 3, columns: 8, units: 4 }, { left: 20, right: 12, out: 8 })
    for (const [piece, unit] of [
      [0, 0],
      [2, 3],
    ] as const) {
      let product = 0
      for (let column = 0; column < 8; column++)
        product += left[piece * 20 + column]! * right[unit * 12 + column]!
      expect(out[piece * 8 + unit]).toBeCloseTo(product, 4)
    }
  })

  it.each([1, 2, 7])(
    'multiplies %i rows of whole numbers, each product by the scale of its unit',
    (pieces) => {
      const kernel = openKernel(1_000_000)
      const left = kernel.allocateWhole((pieces + 1) * 48)
      const rows = kernel.allocateWhole(8 * 48)
      const [scales, out] = [kernel.allocate(8), kernel.allocate((pieces + 1) * 8)]
      left.forEach((_, index) => {
        left[index] = ((index * 7919) % 4001) - 2000
      })
      rows.forEach((_, index) => {
        rows[index] = ((index * 104_729) % 255) - 127
      })
      scales.forEach((_, unit) => {
        scales[unit] = 0.001 * (unit + 1)
      })
      kernel.multiplyWhole(left, { rows, scales }, out, { pieces, columns: 48, units: 8 })
      for (let piece = 0; piece < pieces; piece++) {
        for (let unit = 0; unit < 8; unit++) {
          let product = 0
          for (let column = 0; column < 48; column++)
            product += left[piece * 48 + column]! * rows[unit * 48 + column]!
          expect(out[piece * 8 + unit]! / (product * scales[unit]!)).toBeCloseTo(1, 4)
        }
      }
    },
  )

  it('rounds floats to whole numbers and holds them at the ends', () => {
    const kernel = openKernel(100_000)
    const [from, to] = [kernel.allocate(8), kernel.allocateWhole(8)]
    from.set([0, 0.26, -0.26, 1, 1e9, -1e9, 3.1, -3.1])
    kernel.toWhole(from, to, 8, 2)
    expect([...to]).toEqual([0, 1, -1, 2, 32767, -32768, 6, -6])
  })

  it('turns scores into shares of one', () => {
    const kernel = openKernel(100_000)
    const row = kernel.allocate(8)
    const scores = [1, 2, 3, -5, -1e9, 0.5, 30, 29]
    row.set(scores)
    kernel.share(row, 8)
    const powers = scores.map((score) => Math.exp(score - 30))
    const sum = powers.reduce((total, power) => total + power, 0)
    powers.forEach((power, index) => {
      expect(row[index]!).toBeCloseTo(power / sum, 5)
    })
  })

  it('gathers the rows of values by their shares', () => {
    const kernel = openKernel(100_000)
    const [shares, values, out] = [kernel.allocate(8), kernel.allocate(3 * 20), kernel.allocate(2 * 16)]
    shares.set([0.5, 0.25, 0.25, 0, 0, 0, 1, 0])
    values.forEach((_, index) => {
      values[index] = index
    })
    kernel.gather(
      shares,
      values,
      out,
      { pieces: 2, keys: 3, columns: 16 },
      { shares: 4, values: 20, out: 16 },
    )
    expect(out[0]).toBeCloseTo(15)
    expect(out[16 + 15]).toBeCloseTo(55)
  })

  it('gives out memory that overlaps nothing given before', () => {
    const kernel = openKernel(1_000_000)
    const [first, second] = [kernel.allocate(5), kernel.allocate(7)]
    second.fill(2)
    first.fill(1)
    expect([...second]).toEqual([2, 2, 2, 2, 2, 2, 2])
  })

  it('is what its source makes', async () => {
    const source = readFileSync(new URL('kernel.wat', import.meta.url), 'utf8')
    const made = (await openWabt()).parseWat('kernel.wat', source, { simd: true }).toBinary({}).buffer
    expect(KERNEL).toBe(Buffer.from(made).toString('base64'))
  })
})
