import { describe, expect, it } from 'vitest'
import { harmless, harmlessJson, oneLine } from './harmless.ts'

/** Anything that a terminal obeys, or that changes the order in which a text is read. */
const DANGEROUS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u

describe('a text of somebody else', () => {
  it.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a cleared screen', 'before\u001b[2J\u001b[Hafter', 'beforeafter'],
    ['a title of the window', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a link', '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\', 'click'],
    ['C1 controls', 'a\u009b31mb', 'ab'],
    ['a bell and a backspace', 'pass\u0008\u0008word\u0007', 'password'],
    ['a sequence that never ends', 'a\u001b', 'a'],
    ['bidirectional controls', 'user\u202e txt.exe\u2066', 'user txt.exe'],
    ['line ends of all kinds', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ])('loses %s', (_, text, expected) => {
    expect(harmless(text)).toBe(expected)
  })

  it('keeps letters of every script, emoji, tabs and line feeds', () => {
    const text = 'naïve 東京 مرحبا 👩‍🚀\n\tend'
    expect(harmless(text)).toBe(text)
  })

  it('cannot smuggle a sequence in by one that is cut out', () => {
    expect(harmless('\u001b\u001b[0m[31mx')).not.toMatch(DANGEROUS)
  })

  it('is one line where there is only one', () => {
    expect(oneLine(' a\n\n b\t c ')).toBe('a b c')
  })

  it('is escaped in JSON, where nothing may be lost', () => {
    const value = { text: '\u001b[31m \u009b \u202e \u007f "quoted"' }
    expect(harmlessJson(value)).not.toMatch(DANGEROUS)
    expect(JSON.parse(harmlessJson(value))).toEqual(value)
  })
})
