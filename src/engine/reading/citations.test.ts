import { describe, expect, it } from 'vitest'
import { sentencesIn } from '../../language/sentences.ts'
import { passageAt, quoteOf, withNumbers } from './citations.ts'

const TEXT = '# Tides\n\nThe Moon pulls. The Sun, too.\n\n- Twice a day.'

describe('a text with numbers', () => {
  it('has one before each sentence and is unchanged otherwise', () => {
    expect(withNumbers(TEXT, '0b', 'R2')).toBe(
      '# [0b:R2.1] Tides\n\n[0b:R2.2] The Moon pulls. [0b:R2.3] The Sun, too.\n\n- [0b:R2.4] Twice a day.',
    )
    expect(withNumbers(TEXT, '0b', 'R2').replaceAll(/\[0b:R2\.\d+\] /g, '')).toBe(TEXT)
    expect(withNumbers('One. Two.', '0b')).toBe('[0b:1] One. [0b:2] Two.')
  })
})

describe('a citation', () => {
  const texts = new Map([
    ['R1', sentencesIn('Only this.')],
    ['R2', sentencesIn(TEXT)],
  ])
  const cited = (citation: string) => {
    const passage = passageAt(citation, texts)
    return passage && `${passage.label}: ${quoteOf(passage.label === 'R1' ? 'Only this.' : TEXT, passage)}`
  }

  it.each([
    ['R2.2', 'R2: The Moon pulls.'],
    ['[0b:R2.2]', 'R2: The Moon pulls.'],
    ['r2.2', 'R2: The Moon pulls.'],
    ['R2.2-3', 'R2: The Moon pulls. The Sun, too.'],
    ['R2.2–R2.3', 'R2: The Moon pulls. The Sun, too.'],
    ['R1.1', 'R1: Only this.'],
  ])('names sentences by their numbers: %j', (citation, words) => {
    expect(cited(citation)).toBe(words)
  })

  it('names at most three sentences', () => {
    expect(cited('R2.1-4')).toBe('R2: Tides\n\nThe Moon pulls. The Sun, too.')
  })

  it.each(['R2.5', 'R2.0', 'R3.1', 'R1.1-2', 'R2.3-2', 'R2', '2', 'The Moon pulls.', ''])(
    'names nothing where there is no such sentence: %j',
    (citation) => {
      expect(cited(citation)).toBeNull()
    },
  )

  it('may be a number alone where one text is read', () => {
    const alone = new Map([['', sentencesIn('One. Two.')]])
    expect(passageAt('2', alone)).toMatchObject({ start: 5, end: 9 })
    expect(passageAt('1-2', alone)).toMatchObject({ start: 0, end: 9 })
    expect(passageAt('3', alone)).toBeNull()
  })
})
