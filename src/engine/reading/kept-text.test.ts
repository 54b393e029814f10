import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../contract/limits.ts'
import { keepText } from './reply-text.ts'

const codesOf = (text: string) => keepText(text, 'answer').notes.map(({ code }) => code)

describe('keepText', () => {
  it.each([
    '',
    '  def f():\n\treturn `__init__`  \r\n\n',
    '**bold** $x = 2$ \\(y\\)',
    '日本語 👩‍🚀 é',
    'a'.repeat(LIMITS.answerCharacters),
  ])('keeps %j as it was written', (text) => {
    expect(keepText(text, 'answer')).toEqual({ text, notes: [] })
  })

  it.each([
    ['a\0b', 'a\uFFFDb'],
    ['a\uD800b', 'a\uFFFDb'],
    ['a\uDC00\uDC00b', 'a\uFFFD\uFFFDb'],
    ['\uD800', '\uFFFD'],
    ['a\0😀', 'a\uFFFD😀'],
  ])('replaces in %j what is no text, and says so', (written, text) => {
    expect(keepText(written, 'answer').text).toBe(text)
    expect(codesOf(written)).toEqual(['characters_replaced'])
  })

  it('says so every time', () => {
    for (let time = 0; time < 3; time++) expect(codesOf('a\0')).toEqual(['characters_replaced'])
  })

  it('cuts what is longer than an answer may be, and says how long it was', () => {
    const { text, notes } = keepText('a'.repeat(LIMITS.answerCharacters + 1), 'answer')
    expect(text).toBe('a'.repeat(LIMITS.answerCharacters))
    expect(notes).toEqual([
      {
        code: 'text_cut',
        message: expect.stringContaining(`of ${LIMITS.answerCharacters + 1} characters`),
      },
    ])
  })

  it('does not cut a character in two', () => {
    const { text } = keepText(`${'a'.repeat(LIMITS.answerCharacters - 1)}😀`, 'answer')
    expect(text).toBe('a'.repeat(LIMITS.answerCharacters - 1))
  })

  it('keeps bidirectional controls, and notes them in code', () => {
    const code = 'if (admin) { /* \u202E } */ run();'
    expect(keepText(code, 'answer')).toMatchObject({
      text: code,
      notes: [{ code: 'bidirectional_controls' }],
    })
    expect(keepText('the word \u2067שלום\u2069', 'answer')).toEqual({
      text: 'the word \u2067שלום\u2069',
      notes: [],
    })
  })
})
