import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitText, type TextLimits } from './limit-text.ts'

const NONE: TextLimits = { stop: [], maxTokens: null }

/** Everything that a text comes to when it is pushed in pieces. */
function limited(pieces: string[], limits: TextLimits) {
  const text = limitText(limits)
  const delivered = pieces.map((piece) => text.push(piece))
  return { delivered, whole: delivered.join('') + text.end(), reason: text.finishReason() }
}

describe('a text with limits', () => {
  it('passes as it comes when there are none', () => {
    expect(limited(['One. ', 'Two.'], NONE)).toEqual({
      delivered: ['One. ', 'Two.'],
      whole: 'One. Two.',
      reason: 'stop',
    })
  })

  it('ends before the first stop sequence, even one that is split between pieces', () => {
    const limits = { ...NONE, stop: ['END', 'nd it'] }
    expect(limited(['Here E', 'ND of it'], limits)).toMatchObject({ whole: 'Here ', reason: 'stop' })
    expect(limited(['and it', ' ENDs'], limits).whole).toBe('a')
  })

  it('holds back what may begin a stop sequence, and delivers it if it did not', () => {
    const { delivered, whole } = limited(['a E', 'N', 'T'], { ...NONE, stop: ['END'] })
    expect(delivered).toEqual(['a ', '', 'ENT'])
    expect(whole).toBe('a ENT')
    expect(limited(['a EN'], { ...NONE, stop: ['END'] }).whole).toBe('a EN')
  })

  it('ends at about four characters for a token, and says why', () => {
    expect(limited(['12345', '67890'], { ...NONE, maxTokens: 2 })).toMatchObject({
      whole: '12345678',
      reason: 'length',
    })
    expect(limited(['1234'], { ...NONE, maxTokens: 1 }).reason).toBe('stop')
  })

  it('never delivers half a character', () => {
    expect(limited(['123😀'], { ...NONE, maxTokens: 1 }).whole).toBe('123')
  })

  it('comes to the same however it is cut into pieces', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ') })
    const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 4 }))
    const most = fc.option(fc.integer({ min: 1, max: 5 }))
    fc.assert(
      fc.property(fc.array(letters), stops, most, (pieces, stop, maxTokens) => {
        const limits = { stop, maxTokens }
        const atOnce = limited([pieces.join('')], limits)
        const inPieces = limited(pieces, limits)
        expect(inPieces.whole).toBe(atOnce.whole)
        expect(inPieces.reason).toBe(atOnce.reason)
        expect(stop.some((sequence) => inPieces.whole.includes(sequence))).toBe(false)
      }),
    )
  })
})
