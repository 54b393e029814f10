import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/random.ts'
import { drawPages, overwriteHeader, overwritePages, pageSizeOf, truncateFile } from './damage-file.ts'

const PAGE = 512

/** A file of ten pages, each filled with its own number. */
function tenPages(): Buffer {
  const file = Buffer.concat(Array.from({ length: 10 }, (_, place) => Buffer.alloc(PAGE, place + 1)))
  file.writeUInt16BE(PAGE, 16)
  return file
}

const changedPages = (file: Buffer, damaged: Buffer) =>
  Array.from({ length: 10 }, (_, place) => place + 1).filter((page) => {
    const part = [(page - 1) * PAGE, page * PAGE] as const
    return !file.subarray(...part).equals(damaged.subarray(...part))
  })

describe('damage to a file', () => {
  it('overwrites only the chosen pages', () => {
    const file = tenPages()
    const damaged = overwritePages(file, [3, 10], createRandom(1))
    expect(damaged.length).toBe(file.length)
    expect(changedPages(file, damaged)).toEqual([3, 10])
  })

  it('keeps the header when the first page is overwritten', () => {
    const file = tenPages()
    const damaged = overwritePages(file, [1], createRandom(1))
    expect(damaged.subarray(0, 100)).toEqual(file.subarray(0, 100))
    expect(changedPages(file, damaged)).toEqual([1])
  })

  it('is reproducible for the same seed and different for another', () => {
    const damage = (seed: number) => {
      const random = createRandom(seed)
      const file = tenPages()
      return overwritePages(file, drawPages(file, 3, random), random)
    }
    expect(damage(7)).toEqual(damage(7))
    expect(damage(7)).not.toEqual(damage(8))
  })

  it('chooses distinct pages, never the first, and no more than exist', () => {
    const pages = drawPages(tenPages(), 50, createRandom(1))
    expect(pages.toSorted((left, right) => left - right)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('truncates the file somewhere in the middle', () => {
    const file = tenPages()
    const damaged = truncateFile(file, createRandom(3))
    expect(damaged.length).toBeGreaterThan(file.length / 20)
    expect(damaged.length).toBeLessThan(file.length)
    expect(damaged).toEqual(file.subarray(0, damaged.length))
  })

  it('overwrites only the header', () => {
    const file = tenPages()
    const damaged = overwriteHeader(file, createRandom(1))
    expect(damaged.subarray(100)).toEqual(file.subarray(100))
    expect(damaged.subarray(0, 100)).not.toEqual(file.subarray(0, 100))
  })

  it('reads the page size 65,536, which is stored as 1', () => {
    const file = Buffer.alloc(100)
    file.writeUInt16BE(1, 16)
    expect(pageSizeOf(file)).toBe(65_536)
  })
})
