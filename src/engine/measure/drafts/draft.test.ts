import { describe, expect, it } from 'vitest'
import { countVerdict, layoutOf } from './draft.ts'

describe('layoutOf', () => {
  it('is the same for texts that differ in white space only', () => {
    expect(layoutOf('An old\npond  \n\n a frog')).toBe(layoutOf('An old pond a frog\n'))
    expect(layoutOf('notable')).not.toBe(layoutOf('not able'))
  })

  it('is the same for code with another indentation, but not for code with another structure', () => {
    const inside = 'def f(xs):\n    for x in xs:\n        g(x)\n        return x'
    expect(layoutOf(inside.replaceAll('    ', '\t'))).toBe(layoutOf(inside))
    expect(layoutOf(inside.replaceAll('    ', '  '))).toBe(layoutOf(inside))
    expect(layoutOf(inside.replace('        return', '    return'))).not.toBe(layoutOf(inside))
  })

  it('keeps the white space of strings in code', () => {
    expect(layoutOf('print("a  b")')).not.toBe(layoutOf('print("a b")'))
    expect(layoutOf('print( a,  b )')).toBe(layoutOf('print( a, b )'))
  })
})

describe('countVerdict', () => {
  it('counts a rejection that names no defect as a request for changes', () => {
    expect(countVerdict('reject', '')).toBe('amend')
    expect(countVerdict('reject', 'fails for 0')).toBe('reject')
    expect(countVerdict('accept', '')).toBe('accept')
  })
})
