import { expect, it } from 'vitest'
import { voiceLabel } from './voice-label.ts'

it.each([
  ['vendor/model-1', 'model-1', 'vendor'],
  ['~openai/gpt-latest', 'gpt-latest', 'openai'],
  ['llama3', 'llama3', ''],
  [
    'offline voice “semantic” (for ~openai/gpt-latest)',
    'stand-in for gpt-latest',
    'built-in program “semantic”',
  ],
])('calls %s %s', (name, title, origin) => {
  expect(voiceLabel(name)).toEqual({ title, origin })
})
