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

  it('takes words outside of strings for code', () => {
    expect(python([{ input: 'sorted(add("ab"))', expected: 'None' }])?.trials[0]?.expected).toBe('None')
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
    const inputs = [{ input: 'CREATE TABLE t (a);', expected: '[]' }]
    expect(read({ language: 'sql', form: 'call', called: '', inputs })?.trials[0]).toEqual({
      trial: { kind: 'query', setup: 'CREATE TABLE t (a);' },
      expected: '[]',
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
