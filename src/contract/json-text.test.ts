import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTime } from '../../test/support/processor-time.ts'
import { isTooDeep, MOST_LEVELS, parseBounded, parseUnambiguous } from './json-text.ts'

const TWO_MB = 2_000_000
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** How deep a value is nested. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf))
}

describe('the depth of JSON', () => {
  it('is seen in its text as in its value', () => {
    for (const text of [nested(MOST_LEVELS), `{"a":${nested(MOST_LEVELS - 1)}}`])
      expect([isTooDeep(text), levelsOf(parseBounded(text))]).toEqual([false, MOST_LEVELS])
    for (const text of [nested(MOST_LEVELS + 1), `[0,{"a":${nested(MOST_LEVELS)}}`, '['.repeat(TWO_MB)]) {
      expect(isTooDeep(text)).toBe(true)
      expect(() => parseBounded(text)).toThrow('nested deeper than 128 levels')
    }
  })

  it('does not count brackets in strings, however they are escaped', () => {
    const strings = [nested(500), `\\${'['.repeat(500)}`, `"${'['.repeat(500)}`, `\\\\"${'{'.repeat(500)}`]
    expect(isTooDeep(JSON.stringify(strings))).toBe(false)
    expect(isTooDeep(`["\\\\",${nested(MOST_LEVELS)}]`)).toBe(true)
  })

  it('does not matter for any other JSON, which is parsed as ever', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        expect([parseBounded(text), parseUnambiguous(text)]).toEqual([value, value])
      }),
    )
  })
})

describe('a key that an object has twice', () => {
  it.each([
    ['at the top', '{"to":"mallory","amount":9999,"to":"bob","amount":5}'],
    ['inside', '{"a":[{"b":{"to":1,"of":[{}],"to":2}}]}'],
    ['with escapes', '{"to":1,"\\u0074o":2}'],
    ['after white space', '{"to" \n\t: 1, "x": {}, "to"\r: 2}'],
    ['of the prototype', '{"__proto__":1,"__proto__":2}'],
    ['that is empty', '{"":1,"":2}'],
  ])('is found %s', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(() => parseUnambiguous(text)).toThrow(/^it has the key ".*" more than once in one object$/)
  })

  it.each([
    ['in several objects', '[{"to":1},{"to":2,"in":{"to":3}}]'],
    ['as a value', '{"to":"to","of":["to","to"]}'],
    ['in a string', '{"to":"\\"to\\":1,\\"to\\":2"}'],
    ['with other capitals', '{"to":1,"To":2}'],
  ])('is none %s', (_, text) => {
    expect(parseUnambiguous(text)).toEqual(JSON.parse(text))
  })
})

it('takes a time that grows with the length of a text alone, whatever is in it', async () => {
  const texts = [
    '['.repeat(TWO_MB),
    `"${'\\'.repeat(TWO_MB)}"`,
    `["${'\\"'.repeat(TWO_MB / 2)}"]`,
    `["a"${' '.repeat(TWO_MB)}]`,
    `[${'"a"   ,'.repeat(TWO_MB / 7)}1]`,
    `[${'{},'.repeat(TWO_MB / 3)}1]`,
    `{${Array.from({ length: 150_000 }, (_, place) => `"k${place}":1`).join()}}`,
  ]
  // Each takes 5 to 200 ms; one that is read again for each of its parts takes minutes.
  const read = (text: string) => {
    try {
      return parseUnambiguous(text)
    } catch {
      return undefined
    }
  }
  expect(await processorTime(() => texts.map(read))).toBeLessThan(5_000)
})
