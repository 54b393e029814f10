import { describe, expect, it } from 'vitest'
import { countVerdict, jsonLayout, layoutOf } from './draft.ts'

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

describe('jsonLayout', () => {
  it('is the same for the same value, whatever the order of its keys', () => {
    const one = jsonLayout('{"city": "Paris", "in": {"a": [1, 2], "b": null}}')
    expect(jsonLayout('{\n  "in": {"b": null, "a": [1, 2]},\n  "city": "Paris"\n}')).toBe(one)
    expect(jsonLayout('{"city": "Paris", "in": {"a": [2, 1], "b": null}}')).not.toBe(one)
    expect(jsonLayout('{"city": "Pa  ris"}')).not.toBe(jsonLayout('{"city": "Pa ris"}'))
  })

  it('tells numbers apart that are not read exactly', () => {
    expect(jsonLayout('{"id": 12345678901234567890}')).not.toBe(jsonLayout('{"id": 12345678901234567891}'))
  })

  it('is that of a text where there is no JSON, or too deep', () => {
    const deep = '['.repeat(40_000) + ']'.repeat(40_000)
    for (const text of ['An old\npond', deep]) expect(jsonLayout(text)).toBe(layoutOf(text))
  })
})

describe('countVerdict', () => {
  it('counts a rejection that names no defect as a request for changes', () => {
    expect(countVerdict('reject', '')).toBe('amend')
    expect(countVerdict('reject', 'fails for 0')).toBe('reject')
    expect(countVerdict('accept', '')).toBe('accept')
  })
})
