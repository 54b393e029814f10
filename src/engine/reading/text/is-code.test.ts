import { describe, expect, it } from 'vitest'
import { isCode } from './is-code.ts'

describe('isCode', () => {
  it.each([
    ['a fenced block', '```js\nfoo\n```'],
    ['a block amid prose', 'Use this:\n~~~\nfoo\n~~~\nand you are done.'],
    ['a line between back-ticks', '`x = 1`'],
    ['a call', 'print("hi")'],
    ['a query', 'SELECT name FROM people'],
    ['a function', 'def f():\n    return 1'],
    ['an object', '{"a": 1}'],
    ['a regular expression', '^\\d+$'],
    ['a pattern between slashes', '/^a+$/g'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['settings', 'name: "Bob"\nage: 5'],
    ['a command', 'git commit -m "x"'],
    ['an element', '<b>hi</b>'],
    ['a condition', 'a === b ? c : d'],
  ])('holds for %s', (_, answer) => {
    expect(isCode(answer)).toBe(true)
  })

  it.each([
    'Paris',
    'Paris (France)',
    '42 km',
    'x = 2',
    'A: 5',
    'Yes; it does',
    'It is 42 (in all)',
    'Marie Curie (née Skłodowska)',
    'water - a liquid',
    'One line.\nAnother line.',
    '1. red\n2. green',
  ])('does not hold for %j', (answer) => {
    expect(isCode(answer)).toBe(false)
  })

  it('holds where half of the lines are code', () => {
    expect(isCode('This adds one:\nx = f(x);')).toBe(true)
    expect(isCode('This adds one.\nIt does so with care.\nx = f(x);')).toBe(false)
  })
})
