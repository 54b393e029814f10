import { expect, test } from 'vitest'
import { readReply } from './read-reply.ts'

const call = (name: string, given: object) => ({ name, arguments: given })

test('calls are read in every form that models have for them', () => {
  const expected = [call('trip_book', { city: 'Rome', nights: 2 })]
  const given = '{"city": "Rome", "nights": 2}'
  for (const result of [
    [{ trip_book: given }],
    [{ trip_book: JSON.parse(given) }],
    ['Let me see.', { trip_book: given }],
    `<tool_call>\n{"arguments": ${given}, "name": "trip.book"}\n</tool_call>`,
    `<tool_call>\n{"arguments": {'city': 'Rome', "nights": 2}, "name": 'trip.book'}\n</tool_call>\n`,
    `<function_call> {"name": "trip_book", "arguments": ${given}} `,
    `\n{"tool_calls": [{"name": "trip.book", "arguments": ${given}}]}`,
    `trip_book\n${given}`,
  ])
    expect(readReply(result), JSON.stringify(result)).toEqual(expected)
})

test('several calls are read in their order', () => {
  const reply =
    '<tool_call>{"name":"a","arguments":{}}</tool_call><tool_call>{"name":"b","arguments":{}}</tool_call>'
  expect(readReply(reply)).toEqual([call('a', {}), call('b', {})])
})

test('constants and quotes of Python are those of JSON, except within texts', () => {
  const reply = `<tool_call>{'name': 'a', 'arguments': {'on': True, 'off': None, 'say': 'it\\'s "True"', "or": "'x'"}}`
  expect(readReply(reply)).toEqual([call('a', { on: true, off: null, say: `it's "True"`, or: "'x'" })])
})

test('a text is no call, and neither is a call of no function', () => {
  for (const result of [
    'I cannot do that.',
    'Sorry\nI cannot {do} that.',
    ['I cannot do that.'],
    '',
    [],
    '\n[]',
    '"No tool fits."',
    '<function_call> {"name": "no_function", "arguments": {}}',
  ])
    expect(readReply(result), JSON.stringify(result)).toEqual([])
})

test('calls that cannot be read are not taken for a text', () => {
  for (const result of [
    [{ book: '{"city": Rome}' }],
    [{ book: '5' }],
    [{ a: '{}', b: '{}' }],
    '<tool_call>{"name": "book", "arguments": {"city": ',
    '<tool_call>{"arguments": {}}</tool_call>',
    '{"tool_calls": [{"name": ',
    'book\n{"city": ',
    null,
  ])
    expect(readReply(result), JSON.stringify(result)).toBeNull()
})
