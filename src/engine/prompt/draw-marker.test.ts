import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stableHash } from '../../utils/stable-hash.ts'
import { drawMarker } from './draw-marker.ts'

const hexadecimal = (number: number) => number.toString(16).padStart(8, '0')

describe('drawMarker', () => {
  it('draws eight hexadecimal digits that are not in the text, the same ones each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const marker = drawMarker(text)
        expect(marker).toMatch(/^[0-9a-f]{8}$/)
        expect(text).not.toContain(marker)
        expect(drawMarker(text)).toBe(marker)
      }),
    )
  })

  // Texts that were searched for because they hold the first marker that is drawn from them.
  const hashes = Array.from({ length: 1_000 }, (_, index) => hexadecimal(stableHash(String(index))))
  const fullWidth = (digits: string) =>
    digits.replace(/./g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  it.each([
    ['as it is', `${hashes.join(' ')} 5949200`],
    ['in capitals', `${hashes.join(' ').toUpperCase()} 65862862`],
    ['full-width', `${hashes.map(fullWidth).join(' ')} 57095010`],
    [
      'with invisible characters in it',
      `${hashes.map((hash) => [...hash].join('\u200b')).join(' ')} 252931850`,
    ],
  ])('draws again when the text holds what was drawn %s', (_, text) => {
    const first = hexadecimal(stableHash(`0 ${text}`))
    expect(hashes, 'the text was searched for another way of drawing').toContain(first)
    expect(drawMarker(text)).not.toBe(first)
  })
})
