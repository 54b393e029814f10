import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import openWabt from 'wabt'
import { KERNEL } from './kernel-code.ts'
import { openKernel } from './table-model.ts'

/** Numbers that repeat nowhere soon. */
const filled = (view: Float32Array) => view.map((_, index) => Math.sin(index * index * 1.7))

describe('the kernel of the table model', () => {
  it.each([
    { columns: 4, units: 4 },
    { columns: 64, units: 128 },
    { columns: 256, units: 12 },
    { columns: 768, units: 64 },
    { columns: 128, units: 384 },
  ])('multiplies a vector of $columns by $units', ({ columns, units }) => {
    const kernel = openKernel(250_000)
    const vector = kernel.allocate(columns)
    const table = kernel.allocate(units * columns)
    const out = kernel.allocate(units)
    vector.set(filled(vector))
    table.set(filled(table))
    kernel.multiply(vector, table, out, columns)
    for (let unit = 0; unit < units; unit++) {
      let product = 0
      for (let column = 0; column < columns; column++)
        product += vector[column]! * table[unit * columns + column]!
      expect(Math.abs(out[unit]! - product)).toBeLessThan(1e-3)
    }
  })

  it('gives out memory that overlaps nothing given before', () => {
    const kernel = openKernel(250_000)
    const [first, second] = [kernel.allocate(4), kernel.allocate(8)]
    second.fill(2)
    first.fill(1)
    expect([...second]).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
  })

  it('is what its source makes', async () => {
    const source = readFileSync(new URL('kernel.wat', import.meta.url), 'utf8')
    const made = (await openWabt()).parseWat('kernel.wat', source, { simd: true }).toBinary({}).buffer
    expect(KERNEL).toBe(Buffer.from(made).toString('base64'))
  })
})
