import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Literal, readLiteral, writeLiteral } from './literals.ts'
import { limitsOf, mutated, picking } from './mutate.ts'

const read = (text: string) => readLiteral(text)!.value
const several = (text: string, { isLimited = false, many = 300 } = {}) => {
  const value = read(text)
  const pick = picking('seed')
  const limits = limitsOf([value], isLimited)
  return Array.from({ length: many }, () => mutated(value, pick, limits))
}
const written = (values: Literal[]) => new Set(values.map((one) => writeLiteral(one, 'python')))

describe('mutated', () => {
  it('makes the usual edge cases of each type', () => {
    expect([...written(several('5'))]).toEqual(expect.arrayContaining(['0', '1', '-1', '10', '-5', '6']))
    expect([...written(several('2.5'))]).toEqual(expect.arrayContaining(['0.0', '-2.5', '100.25']))
    expect([...written(several("'Ab c'"))]).toEqual(
      expect.arrayContaining(['""', '"A"', '"AB C"', '" Ab c é"']),
    )
    expect([...written(several('[1, 2, 3]'))]).toEqual(
      expect.arrayContaining(['[]', '[1]', '[3, 2, 1]', '[1, 2, 3, 1, 2, 3]']),
    )
    expect([...written(several("{'a': 1, 'b': 2}"))]).toEqual(
      expect.arrayContaining(['{"a": 1}', '{"b": 2}']),
    )
  })

  it('keeps the type: None stays None, the items of lists stay what they are', () => {
    expect(written(several('None'))).toEqual(new Set(['None']))
    expect(written(several('True'))).toEqual(new Set(['False']))
    for (const value of several("[['a'], ['b', 'c']]"))
      expect(writeLiteral(value, 'python')).not.toMatch(/None|\.0/)
    for (const value of several('(1, "x")')) expect(value).toMatchObject({ open: '(', items: { length: 2 } })
  })

  it('stays within the numbers seen and makes nothing empty where the question states limits', () => {
    for (const value of several('[3, 1, 7]', { isLimited: true })) {
      const { items } = value as { items: bigint[] }
      expect(items.length).toBeGreaterThan(0)
      for (const item of items) expect(item >= 1n && item <= 30n).toBe(true)
    }
  })

  it('is the same for the same seed, and always a value that can be read', () => {
    const value = fc.constantFrom(
      "{'a': [1, (2.5, None)], 'b': {'c': 'é'}}",
      '[[], "", ()]',
      '[{1, 2}, -0.5]',
    )
    fc.assert(
      fc.property(fc.string(), value, fc.boolean(), (seed, text, isLimited) => {
        const run = () => {
          const pick = picking(seed)
          let one = read(text)
          for (let times = 0; times < 5; times++) one = mutated(one, pick, limitsOf([one], isLimited))
          return writeLiteral(one, 'python')
        }
        const once = run()
        expect(run()).toBe(once)
        expect(once.length).toBeLessThan(2_000)
        // No language has an empty set that is written out.
        const shown = once.replaceAll('set()', '[]')
        expect(writeLiteral(read(shown), 'python')).toBe(shown)
      }),
    )
  })
})
