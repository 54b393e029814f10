import { describe, expect, it } from 'vitest'
import { objectIn, textOf } from './reply-fields.ts'

describe('textOf', () => {
  it.each([
    ['x', 'x'],
    ['  **x**\n', '**x**'],
    [5, '5'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [{ value: 5, unit: 'km' }, '5 km'],
    [{ amount: 5, currency: 'EUR' }, '5 EUR'],
    [{ letter: 'C', text: 'a cow' }, 'C. a cow'],
    [{ text: 'a cow' }, 'a cow'],
    [{ host: 'x', port: 5 }, '{\n  "host": "x",\n  "port": 5\n}'],
    [{ value: 5, unit: 'km', error: 1 }, '{\n  "value": 5,\n  "unit": "km",\n  "error": 1\n}'],
    [{}, ''],
    [[], ''],
    [['x', 'y', 5], 'x, y, 5'],
    [['x', ['y']], '[\n  "x",\n  [\n    "y"\n  ]\n]'],
    [['x, y', 'z'], '[\n  "x, y",\n  "z"\n]'],
  ])('of %j is %j', (value, text) => {
    expect(textOf(value)).toBe(text)
  })
})

it('an object is read with as many levels as it may have, and no deeper', () => {
  const nested = (levels: number) => `{"answer": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  expect(textOf(objectIn(nested(128))?.get('answer'))).toMatch(/^[[\]\s]+$/)
  expect(objectIn(nested(129))?.get('answer')).toBeUndefined()
})
