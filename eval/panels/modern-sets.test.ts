import { describe, expect, it } from 'vitest'
import { areAlike, emphasised } from './modern-sets.ts'

describe('emphasised', () => {
  it('is the first emphasised text that says more than the question', () => {
    const reply = 'The director of **Naaigal Jaakirathai** is **Shakti Soundar Rajan**, since **2014**.'
    expect(emphasised(reply, 'naaigal jaakirathai director')).toBe('Shakti Soundar Rajan')
  })

  it('is no heading, and nothing where nothing is emphasised', () => {
    expect(emphasised('**Additional details:** the code is **8350.**', 'post code')).toBe('8350')
    expect(emphasised('It is 8350.', 'post code')).toBeNull()
  })
})

describe('areAlike', () => {
  it('finds the same where one answer has all words of the other', () => {
    expect(areAlike('Harendra Singh Tewatia', 'Tewatia (BJP)')).toBe(true)
    expect(areAlike('June 18, 1990', '18 June 1990')).toBe(true)
  })

  it.each([
    ['June 18, 1990', 'June 1990'],
    ['Frank Hagerty', 'Louise Hagerty'],
    ['(unknown)', 'Paris'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(areAlike(one, other)).toBe(false)
  })
})
