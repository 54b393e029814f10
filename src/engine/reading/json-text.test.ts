import { expect, it } from 'vitest'
import { jsonText } from './reply-fields.ts'

it.each([
  ['{"a": 1}', '{"a": 1}'],
  [' [1, 2]\n', '[1, 2]'],
  ['```json\n{"a": 1}\n```', '{"a": 1}'],
  ['Here it is:\n\n```\n{"a": "`"}\n```\nThat is all.', '{"a": "`"}'],
  ['The answer is {"a": {"b": 1}}. Done.', '{"a": {"b": 1}}'],
  ['I got [1, 2] from it.', '[1, 2]'],
  ['{"a": 1', '{"a": 1'],
  ['```json\n"yes"\n```', '"yes"'],
  ['No JSON here.', 'No JSON here.'],
])('takes the JSON out of %j', (text, json) => {
  expect(jsonText(text)).toBe(json)
})
