import { describe, expect, it } from 'vitest'
import { objectsIn, textOf } from './reply-fields.ts'

describe('textOf', () => {
  it.each([
    ['x', 'x'],
    ['  **x**\n', '**x**'],
    [5, '5'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [{ host: 'x', port: 5 }, '{\n  "host": "x",\n  "port": 5\n}'],
    [{}, ''],
    [[], ''],
    [['x', 'y', 5], 'x, y, 5'],
    [['x, y', 'z'], '[\n  "x, y",\n  "z"\n]'],
  ])('of %j is %j', (value, text) => {
    expect(textOf(value)).toBe(text)
  })
})

it('an object is read with as many levels as it may have, and no deeper', () => {
  const nested = (levels: number) => `{"answer": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  expect([...objectsIn(nested(128))]).toHaveLength(1)
  expect([...objectsIn(nested(129))]).toEqual([])
})

describe('objectsIn', () => {
  const objectIn = (text: string) => Object.fromEntries([...objectsIn(text)][0] ?? [])

  it.each([
    ['commas too many', '{"a": [1, 2,], "b": ",}",}', { a: [1, 2], b: ',}' }],
    ['line breaks in a text', '{"a": "x\ny"}', { a: 'x\ny' }],
    ['LaTeX', String.raw`{"a": "\sum \\ \underline x"}`, { a: String.raw`\sum \ \underline x` }],
    ['words around it', 'Here: {"a": "x"} and more', { a: 'x' }],
    ['others before it', '{"a": "x"} {"a": "y"}', { a: 'y' }],
  ])('reads an object with %s', (_, text, object) => {
    expect(objectIn(text)).toEqual(object)
  })

  it('finds nothing in what breaks off, however deep it is', () => {
    for (const text of ['{"a": "x", "b": "y', '{', `{"a": ${'['.repeat(100_000)}`, '{"a":'.repeat(100_000)])
      expect([...objectsIn(text)]).toEqual([])
  })

  it('is not led astray by names of its own', () => {
    expect([...[...objectsIn('{"__proto__": "x", "toString": "y"}')][0]!]).toEqual([
      ['__proto__', 'x'],
      ['tostring', 'y'],
    ])
  })
})
