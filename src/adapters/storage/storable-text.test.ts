import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromStorable, toStorable } from './storable-text.ts'

/** Text that is likely to contain what cannot be stored, and what looks as if it were escaped. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('\0', '\uE000', '\ud800', '\udc00', '\ud83d\ude42', '0000', 'd800', 'é'),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''))

describe('a storable text', () => {
  it('has no NUL and no half of a surrogate pair, and becomes the original again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const stored = toStorable(text)
        expect(stored.isWellFormed() && !stored.includes('\0')).toBe(true)
        expect(fromStorable(stored)).toBe(text)
      }),
    )
  })

  it('is an ordinary text unchanged', () => {
    expect(toStorable('What is 🙂?\n')).toBe('What is 🙂?\n')
  })
})
