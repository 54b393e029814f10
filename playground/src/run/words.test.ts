import { expect, it } from 'vitest'
import type { Reading } from './run-state.ts'
import { readingInWords } from './words.ts'

const READING: Reading = {
  iteration: 1,
  task: 'group-answers',
  name: '~anthropic/claude-sonnet-latest',
  model: '~anthropic/claude-sonnet-latest',
  readable: true,
  error: null,
  latency_ms: 5,
  cost_usd: 0.001,
}

it('says who read what', () => {
  expect(readingInWords(READING)).toBe('claude-sonnet-latest compared the answers.')
  expect(readingInWords({ ...READING, task: 'compare-axioms' })).toBe(
    'claude-sonnet-latest compared the answer with checked statements.',
  )
  expect(readingInWords({ ...READING, task: 'map-texts' })).toBe(
    'claude-sonnet-latest listed the points of the texts.',
  )
  expect(readingInWords({ ...READING, task: 'check-text' })).toBe('claude-sonnet-latest checked the text.')
})

it('says why a reading could not be used', () => {
  const error = { code: 'rate_limited', message: 'Too many requests.' }
  expect(readingInWords({ ...READING, readable: false, error })).toBe(
    'claude-sonnet-latest could not compare the answers (rate limited).',
  )
  expect(readingInWords({ ...READING, task: 'check-text', readable: false, error })).toBe(
    'claude-sonnet-latest could not check the text (rate limited).',
  )
})
