import { expect, test } from 'vitest'
import { problemsOfCalls } from './read-step.ts'

const tools = [
  {
    name: 'book',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'ping' },
  { name: 'odd', parameters: { type: 'dict' } },
]

test('calls that satisfy their schemas have no problems', () => {
  expect(problemsOfCalls([{ name: 'book', arguments: { city: 'Rome' } }], tools)).toEqual([])
  expect(problemsOfCalls([{ name: 'ping', arguments: {} }], tools)).toEqual([])
  expect(problemsOfCalls([], tools)).toEqual([])
})

test('unknown tools and arguments that violate a schema are problems, each of its call', () => {
  const problems = problemsOfCalls(
    [
      { name: 'cancel', arguments: {} },
      { name: 'book', arguments: { city: 5 } },
      { name: 'book', arguments: {} },
    ],
    tools,
  )
  expect(problems).toHaveLength(3)
  expect(problems[0]).toBe('There is no tool "cancel".')
  expect(problems[1]).toMatch(/^book: \$\.city: /)
  expect(problems[2]).toMatch(/^book: .*city/)
})

test('arguments that are no object are a problem, even without a schema', () => {
  for (const given of ['{"city":', null, [], 5])
    expect(problemsOfCalls([{ name: 'ping', arguments: given }], tools)).toHaveLength(1)
})

test('what cannot be checked is no problem: a schema that makes no sense', () => {
  expect(problemsOfCalls([{ name: 'odd', arguments: { a: 1 } }], tools)).toEqual([])
})

test('names that every object inherits are unknown tools', () => {
  expect(problemsOfCalls([{ name: '__proto__', arguments: {} }], tools)).toHaveLength(1)
})
