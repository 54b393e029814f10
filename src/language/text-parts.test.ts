import { describe, expect, it } from 'vitest'
import { textParts } from './text-parts.ts'

describe('textParts', () => {
  it.each([
    ['', 4, ['']],
    ['abc', 4, ['abc']],
    ['ab cd\nef gh', 8, ['ab cd\n', 'ef gh']],
    ['ab cd ef', 6, ['ab cd ', 'ef']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ])('cuts %j after %i characters at most', (text, longest, parts) => {
    expect(textParts(text, longest)).toEqual(parts)
    expect(parts.join('')).toBe(text)
  })
})
