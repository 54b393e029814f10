import { describe, expect, it } from 'vitest'
import { parseLeniently } from './lenient-json.ts'

const read = (text: string) => {
  const object = parseLeniently(text)
  return object && { ...object }
}

describe('parseLeniently', () => {
  it.each([
    ['single quotes', "{'a': 'it\\'s', 'b': 'don't'}", { a: "it's", b: "don't" }],
    ['curly quotes', '{“a”: “x”}', { a: 'x' }],
    ['bare keys and values', '{a: x y, b_2: 5, c: True, d: None}', { a: 'x y', b_2: '5', c: true, d: null }],
    ['commas too many', '{"a": [1, 2,], "b": 3,}', { a: ['1', '2'], b: '3' }],
    ['a comma too few', '{"a": "x"\n"b": "y"}', { a: 'x', b: 'y' }],
    ['comments', '{"a": "x", // why\n /* and\n how */ "b": "y"}', { a: 'x', b: 'y' }],
    ['line breaks in a text', '{"a": "x\ny"}', { a: 'x\ny' }],
    ['quotes in a text', '{"a": "the "big" one, here", "b": 1}', { a: 'the "big" one, here', b: '1' }],
    ['LaTeX', '{"a": "\\frac{1}{2} \\\\ x\\n"}', { a: '\\frac{1}{2} \\ x\n' }],
    ['objects within', "{'a': {'b': 'c'}, 'd': []}", { a: { b: 'c' }, d: [] }],
    ['the first of two', '{"a": "x", "a": "y",}', { a: 'x' }],
    ['something behind it', "{'a': 'x'} and more", { a: 'x' }],
  ])('reads an object with %s', (_, text, object) => {
    expect(read(text)).toEqual(object)
  })

  it.each([
    ['{"a": "x", "b": "y', { a: 'x' }],
    ['{"a": "x"', { a: 'x' }],
    ['{"a": "x", "b', { a: 'x' }],
    ['{"a": "x", "b":', { a: 'x' }],
    ['{"a": "x", "b": 4', { a: 'x' }],
    ['{"a": "x", "b": tru', { a: 'x' }],
    ['{"a": "x", "b": ["y", "z', { a: 'x' }],
    ['{"a": "x", "b": {"c": "y"', { a: 'x' }],
    ['{"a": "x', {}],
    ['{', {}],
  ])('reads of %j what came whole', (text, object) => {
    expect(read(text)).toEqual(object)
  })

  it('is not led astray by names of its own', () => {
    expect(read('{__proto__: x, toString: y,}')).toEqual({ ['__proto__']: 'x', toString: 'y' })
  })

  it('does not go down without end', () => {
    expect(read(`{"a": ${'['.repeat(100_000)}`)).toEqual({})
    expect(read('{"a":'.repeat(100_000))).toEqual({})
  })
})
