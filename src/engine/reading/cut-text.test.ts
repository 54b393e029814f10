import { describe, expect, it } from 'vitest'
import { cutText } from './reply-text.ts'

describe('cutText', () => {
  it('leaves a short text as it is and marks where it cut a long one', () => {
    expect(cutText('short', 5)).toBe('short')
    expect(cutText('longer', 5)).toBe('long…')
  })

  it('does not cut a character in two', () => {
    expect(cutText('ab😀cd', 4)).toBe('ab…')
  })
})
