import { describe, expect, it } from 'vitest'
import { readTrials } from './read-trials.ts'

const QUESTION = 'Write add(a, b). add([1, 20], 3) gives [4, 23]. For "ab" return "BA".'
const read = (fields: object, question = QUESTION) => readTrials(JSON.stringify(fields), question)
const python = (inputs: object[], more: object = {}) =>
  read({ language: 'python', form: 'call', called: 'add', inputs, ...more })

describe('what a reader wants to be tried', () => {
  it('are calls with the results that the question states', () => {
    expect(
      python([
        { input: 'add([1, 20], 3)', expected: '[4,23]' },
        { input: 'add([], 9)', expected: '' },
      ]),
    ).toEqual({
      language: 'python',
      called: 'add',
      trials: [
        { trial: { kind: 'call', expression: 'add([1, 20], 3)' }, expected: '[4,23]' },
        { trial: { kind: 'call', expression: 'add([], 9)' }, expected: null },
      ],
    })
  })

  it.each([
    ['add([1, 20], 3)', '[4, 24]'],
    ['add([1, 20], 5)', '[4, 23]'],
    ['add("abc")', '"BA"'],
  ])('states no result for %s if %s is not in the question', (input, expected) => {
    expect(python([{ input, expected }])?.trials[0]?.expected).toBeNull()
  })

  it.each([
    ['add([])', 'True', 'the result'],
    ['add([])', '[]', 'a result without words'],
    ['add([])', 'raises ValueError', 'the exception'],
    ['[add.toString()].map((s) => s.includes(`x`) ? 3 : 1)[3 - 3]', '3', 'the code around the call'],
  ])('states no result for %s of %s, because the question does not have %s', (input, expected) => {
    expect(python([{ input, expected }])?.trials[0]?.expected).toBeNull()
  })

  it.each([
    ['median([1, 2])', '1', null],
    ['median([3,1,2])', '2', '2'],
    ['power(3, 2)', '8', null],
    ['power(2, 3)', '8', '8'],
    ['rows([[5], [1, 3]])', '5', null],
    ['rows([[1, 5], [3]])', '5', '5'],
    ["first('is first')", 'median', null],
    ["first('median is')", 'median', 'median'],
  ])(
    'states no result for an input put together from what the question has: %s',
    (input, expected, stated) => {
      const question =
        'median([3, 1, 2]) is 2 and median([1]) is 1; power(2, 3) is 8; rows([[1, 5], [3]]); first("median is") is median'
      const said = { language: 'python', form: 'call', called: /^\w+/.exec(input)![0] }
      expect(read({ ...said, inputs: [{ input, expected }] }, question)?.trials[0]?.expected).toBe(stated)
    },
  )

  it('knows an empty text only where the question shows one', () => {
    const inputs = [
      { input: "add('')", expected: '"BA"' },
      { input: 'add([1, 20], 3)', expected: '""' },
    ]
    expect(python(inputs)?.trials.map(({ expected }) => expected)).toEqual([null, null])
    const said = { language: 'python', form: 'call', called: 'trim' }
    const shown = read({ ...said, inputs: [{ input: "trim('')", expected: "''" }] }, 'trim("") is "".')
    expect(shown?.trials[0]?.expected).toBe("''")
  })

  it('knows results without words, exceptions and calls of another name that the question has', () => {
    const question = 'An empty list gives [ ], and -1 raises ValueError.'
    const said = { language: 'python', form: 'call', called: 'my_sum' }
    const inputs = [
      { input: 'sorted(my_sum(-1))', expected: 'raises ValueError' },
      { input: 'my_sum()', expected: '[]' },
    ]
    expect(read({ ...said, inputs }, question)?.trials.map(({ expected }) => expected)).toEqual([
      'raises ValueError',
      '[]',
    ])
  })

  it('comes before what the question does not state, which could change what is called', () => {
    const inputs = [
      { input: '(globalThis.add = 1)', expected: '' },
      { input: 'add([1, 20], 3)', expected: '[4, 23]' },
    ]
    expect(python(inputs)?.trials.map(({ expected }) => expected)).toEqual(['[4, 23]', null])
  })

  it('are texts on standard input for a program that reads it', () => {
    const inputs = [{ input: '', expected: '' }]
    expect(read({ language: 'Python', form: 'stdin', called: 'main', inputs })).toEqual({
      language: 'python',
      called: '',
      trials: [{ trial: { kind: 'stdin', input: '' }, expected: null }],
    })
  })

  it('are tables for SQL, whatever the form', () => {
    const setup = 'CREATE TABLE t (a); INSERT INTO t VALUES (20);'
    const inputs = [{ input: setup, expected: '[[23]]' }]
    expect(read({ language: 'sql', form: 'call', called: '', inputs })?.trials[0]).toEqual({
      trial: { kind: 'query', setup },
      expected: '[[23]]',
    })
  })

  it('is nothing in a language that is not run, and unreadable without a language or inputs', () => {
    expect(read({ language: 'rust', inputs: [] })).toEqual({ language: null, called: '', trials: [] })
    expect(read({ inputs: [{ input: 'f(1)' }] })).toBeNull()
    expect(python([])).toBeNull()
    expect(readTrials('I cannot say.', QUESTION)).toBeNull()
  })

  it('leaves out what is no text or too long, a name that is none, and what is too many', () => {
    expect(python([{ input: 1 }, { input: 'x'.repeat(5_000) }, { input: 'f()' }])?.trials).toHaveLength(1)
    expect(python([{ input: 'f()' }], { called: 'import os; f' })?.called).toBe('')
    expect(python(Array.from({ length: 99 }, () => ({ input: 'f()' })))?.trials).toHaveLength(20)
  })
})
