import { describe, expect, it } from 'vitest'
import { textOf } from './reply-fields.ts'

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

it('a value that is nested very deeply is no text, and no failure either', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  expect(() => textOf({ text: deep })).not.toThrow()
})
