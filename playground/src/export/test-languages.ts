/// <reference types="vite/client" />
import javascriptHelpers from './helpers.mjs?raw'
import pythonHelpers from './helpers.py?raw'

/** What one test says of an expression: the literal that it gives, or what it raises. */
export interface TestCase {
  number: number
  title: string
  expression: string
  /** Null where it raises. */
  value: string | null
  /** The name of what it raises; empty for anything. */
  error: string
}

/** How tests are written in a language. */
export interface TestLanguage {
  file: string
  comment: string
  /** What tests may use: imports, and functions of which each stands alone. */
  helpers: string
  /** What makes the names of the draft known. */
  load: string
  test: (one: TestCase) => string
  words: Map<string, string>
  /** A bracket, with the name before it, around items, each a value, or a key and a value; null for what has no literal. */
  group: (bracket: string, items: string[][]) => string | null
}

/** Whether there may be floats in a value, which were compared with fewer digits. */
const isRounded = (value: string) => /[\d{]/.test(value)

export const python: TestLanguage = {
  file: 'test_draft.py',
  comment: '#',
  helpers: pythonHelpers,
  load: 'from draft import *',
  test: ({ number, expression, value, error }) =>
    value === null
      ? `def test_${number}():\n    with _raises(${error && `"${error}"`}):\n        ${expression}`
      : `def test_${number}():\n    actual = ${expression}\n    assert ${isRounded(value) ? '_rounded(actual)' : 'actual'} == ${value}`,
  words: new Map([
    ['null', 'None'],
    ['true', 'True'],
    ['false', 'False'],
    ...['inf', '-inf', 'Infinity', '-Infinity'].map((word) => [word, `float("${word}")`] as const),
  ]),
  group(bracket, items) {
    const inner = items.map((item) => item.join(': ')).join(', ')
    if (bracket === '(') return items.length === 1 ? `(${inner},)` : `(${inner})`
    return bracket === '[' ? `[${inner}]` : bracket === '{' ? `{${inner}}` : null
  },
}

export const javascript: TestLanguage = {
  file: 'draft.test.mjs',
  comment: '//',
  helpers: javascriptHelpers,
  load: '_load()',
  test({ title, expression, value, error }) {
    // A comment at the end of an expression must not hide the bracket.
    const whole = `(${expression}${expression.includes('//') ? '\n  ' : ''})`
    const line =
      value === null
        ? `await assert.rejects(async () => ${whole}${/^(?:Error)?$/.test(error) ? '' : `, { name: '${error}' }`})`
        : `const actual = await ${whole}\n  assert.deepStrictEqual(${isRounded(value) ? '_rounded(actual)' : 'actual'}, ${value})`
    return `test(${JSON.stringify(title)}, async () => {\n  ${line}\n})`
  },
  words: new Map(
    ['null', 'true', 'false', 'undefined', 'NaN', 'Infinity', '-Infinity'].map((word) => [word, word]),
  ),
  group(bracket, items) {
    const inner = items.map((item) => item.join(': ')).join(', ')
    if (bracket === '[') return `[${inner}]`
    if (bracket === '{') return inner === '' ? '{}' : `{ ${inner} }`
    if (bracket === 'Set{') return `new Set([${inner}])`
    return bracket === 'Map{' ? `new Map([${items.map((pair) => `[${pair.join(', ')}]`).join(', ')}])` : null
  },
}
