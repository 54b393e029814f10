import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import openWabt from 'wabt'
import { openKernel } from './kernel.ts'
import { KERNEL } from './kernel-code.ts'

/** Numbers that repeat nowhere soon. */
const filled = (view: Float32Array) => view.map((_, index) => Math.sin(index * index * 1.7))

describe('the kernel of the table model', () => {
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
