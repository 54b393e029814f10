import { describe, expect, it, vi } from 'vitest'
import { axis } from '../../../test/support/sample-vectors.ts'
import { INDEXED_MAXIMUM } from '../../contract/limits.ts'
import { createCodedRows } from './coded-rows.ts'

describe('coded rows', () => {
  it('hold as many rows as results may be stored, beyond 2 GiB', () => {
    const rows = createCodedRows()
    const last = INDEXED_MAXIMUM - 1
    rows.put(last, axis(0))
    rows.put(0, axis(1))
    const asked = rows.ask(axis(0))
    expect(rows.cosines(asked, Int32Array.of(last, 0))).toEqual([expect.closeTo(1, 6), expect.closeTo(0, 6)])
    expect([...rows.near(asked, Int32Array.of(0, last), 0)]).toEqual([last, 0])
  })

  it('refuse a row beyond the end of the memory, and keep the others', () => {
    const rows = createCodedRows()
    rows.put(0, axis(0))
    for (let attempt = 0; attempt < 2; attempt++)
      expect(() => rows.put(3_000_000, axis(0))).toThrow(RangeError)
    expect(rows.cosines(rows.ask(axis(0)), Int32Array.of(0))).toEqual([expect.closeTo(1, 6)])
  })

  it('grow their memory seldom, and not at all for as many rows as are expected', () => {
    const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow')
    const put = (rows: ReturnType<typeof createCodedRows>) => {
      grow.mockClear()
      for (let row = 0; row < 20_000; row++) rows.put(row, axis(row % 768))
      return grow.mock.calls.length
    }
    expect(put(createCodedRows(20_000))).toBe(0)
    expect(put(createCodedRows())).toBeLessThan(15)
    grow.mockRestore()
  })
})
