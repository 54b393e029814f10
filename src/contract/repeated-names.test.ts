import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repeatedNameWarnings } from './repeated-names.ts'

describe('a name that occurs twice in a body', () => {
  it.each([
    ['{"a": 1, "a": 2}', ['a']],
    ['{"a": 1, "\\u0061" : 2, "a"\n: 3}', ['a']],
    ['{"b": [{"a": {"c": 1, "c": 2}}], "b": 1}', ['c', 'b']],
    ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}], "c": "a"}', []],
    ['{"a": "\\"a\\": 1, \\\\", "b\\"": 1, "b\\\\": 2}', []],
    ['"a"', []],
  ])('is named once: %s', (json, names) => {
    expect(repeatedNameWarnings(json)).toEqual(
      names.map((name) => `\`${name}\` occurs more than once in the body; the last one counts.`),
    )
  })

  it('is never found where there is none', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(repeatedNameWarnings(json)).toEqual([])
      }),
    )
  })

  it('is named for the first ten, whatever the body', () => {
    const pairs = Array.from({ length: 50 }, (_, number) => `"${number % 20}": 1`)
    expect(repeatedNameWarnings(`{${pairs.join()}}`)).toHaveLength(10)
    expect(repeatedNameWarnings(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toEqual([])
  })
})
