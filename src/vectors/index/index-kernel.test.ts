import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import openWabt from 'wabt'
import { clusteredVectors } from '../../../test/support/sample-vectors.ts'
import { dotProduct } from '../cosine.ts'
import { createRotation, openIndexKernel } from './coded-rows.ts'
import { KERNEL } from './index-kernel-code.ts'

const next = clusteredVectors(3, 4)

/** The share of bits in which the codes of two vectors differ. */
function difference(left: Uint8Array, right: Uint8Array): number {
  let bits = 0
  for (const [place, byte] of left.entries())
    for (let rest = byte ^ right[place]!; rest > 0; rest >>= 1) bits += rest & 1
  return bits / (8 * left.length)
}

describe('the kernel of the index', () => {
  it('is the compiled form of its source', async () => {
    const source = readFileSync(new URL('./index-kernel.wat', import.meta.url), 'utf8')
    const made = (await openWabt()).parseWat('index-kernel.wat', source, { simd: true }).toBinary({}).buffer
    expect(Buffer.from(made).toString('base64')).toBe(KERNEL)
  })

  it('gives codes that differ in as many bits as the angle between the vectors says', () => {
    const rotate = createRotation(openIndexKernel())
    for (let count = 0; count < 100; count++) {
      const [left, right] = [next(), next()]
      const angle = Math.acos(dotProduct(left, right)) / Math.PI
      // Five standard deviations of 768 bits.
      expect(Math.abs(difference(rotate(left).slice(), rotate(right)) - angle)).toBeLessThan(0.09)
    }
  })

  it('finds exactly the rows whose codes differ in at most so many bits', () => {
    const kernel = openIndexKernel()
    const rotate = createRotation(kernel)
    const [asked, numbers, out] = [kernel.reserve(96), kernel.reserve(4 * 50), kernel.reserve(8 * 50)]
    kernel.growTo(96 * 50)
    const codes = Array.from({ length: 50 }, () => rotate(next()).slice())
    for (const [row, code] of codes.entries())
      new Uint8Array(kernel.memory.buffer).set(code, kernel.rows() + 96 * row)
    new Uint8Array(kernel.memory.buffer).set(codes[0]!, asked)
    new Int32Array(kernel.memory.buffer, numbers, 50).set([...codes.keys()])
    for (const most of [0, 100, 300, 384, 768]) {
      const count = kernel.near(kernel.rows(), numbers, 50, asked, most, out)
      const expected = codes
        .map((code, row) => [row, Math.round(768 * difference(codes[0]!, code))] as const)
        .filter(([, bits]) => bits <= most)
      expect([...new Int32Array(kernel.memory.buffer, out, 2 * count)]).toEqual(expected.flat())
    }
  })
})
