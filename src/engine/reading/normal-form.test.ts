import { describe, expect, it } from 'vitest'
import { codeForm, normalForm } from './relate.ts'
import { isCode } from './reply-text.ts'

describe('normalForm', () => {
  it.each([
    ['  42  ', '42'],
    ['42.', '42'],
    ['東京。', '東京'],
    ['and so on...', 'and so on...'],
    ['**42**', '42'],
    ['`42`', '42'],
    ['## Paris', 'Paris'],
    ['“Paris”', 'Paris'],
    ["'Paris'", 'Paris'],
    ['__Paris__', 'Paris'],
    ['The answer is 42', '42'],
    ['So, the final answer is: 42.', '42'],
    ['Answer: Paris', 'Paris'],
    ['so  the\n answer   is   42', '42'],
    ['Answer is: 42', '42'],
    ['$42$', '42'],
    ['$x = 2$ and $x = 3$', 'x = 2 and x = 3'],
    ['\\(42\\)', '42'],
    ['\\boxed{42}', '42'],
    ['\\boxed{\\text{Paris}}', 'Paris'],
    ['\\frac{3}{4}', '3/4'],
    ['\\dfrac{3}{4}', '3/4'],
    ['42\\,\\text{km}', '42 km'],
    ['two\n  lines', 'two lines'],
    ['$5 or $6', '$5 or $6'],
  ])('of %j is %j', (text, form) => {
    expect(normalForm(text)).toBe(form)
  })

  it.each(['42', 'Paris', '3/4', 'red, green, blue', 'It rains. It pours', '__init__', 'snake__case'])(
    'of %j is what was said',
    (answer) => {
      expect(normalForm(answer)).toBe(answer)
    },
  )

  it('leaves a long text as it stands, but for its white space', () => {
    expect(normalForm(`so${' '.repeat(100_000)}x`)).toBe('so x')
    const long = `**${'word '.repeat(5_000)}end**.`
    expect(normalForm(long)).toBe(long)
  })
})

describe('codeForm', () => {
  it('keeps every line with its indentation', () => {
    const code = 'def __init__(self):\n    if x:\n        return "**"'
    expect(codeForm(code)).toBe(code)
  })

  it.each([
    ['a fence around it', '```python\n    x = 1\n```', '    x = 1'],
    ['a fence of tildes', '~~~\nx = 1\n~~~', 'x = 1'],
    ['back-ticks around it', '`x = 1`.', 'x = 1'],
    ['blank lines around it', '\n\n  x = 1\n\n', '  x = 1'],
    ['spaces behind its lines', 'x = 1  \ny = 2\t', 'x = 1\ny = 2'],
    ['lines that end otherwise', 'x = 1\r\ny = 2\rz = 3', 'x = 1\ny = 2\nz = 3'],
  ])('is the same with %s', (_, written, code) => {
    expect(codeForm(written)).toBe(code)
  })

  it('keeps apart what differs in its indentation', () => {
    expect(codeForm('if x:\n    a()\n    b()')).not.toBe(codeForm('if x:\n    a()\nb()'))
  })

  it('keeps the words around a fence that is only part of the answer', () => {
    const answer = 'Use this:\n```\nx = 1\n```\nIt works.'
    expect(codeForm(answer)).toBe(answer)
  })
})

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
