import { describe, expect, it } from 'vitest'
import { isCourtesy } from './courtesy.ts'

describe('isCourtesy', () => {
  it.each([
    'Hello, this is your assistant',
    'Sure, here is the answer',
    'As an AI language model, I have no opinion',
    'I am an AI and do not know the date',
    "I'm sorry for that",
    'I do not have access to live data',
    'I hope this helps!',
    'Let me know if you need more.',
    'Is there anything else?',
  ])('holds for %j', (clause) => {
    expect(isCourtesy(clause)).toBe(true)
  })

  it.each([
    'According to the encyclopedia, it is Paris',
    'As an AI language model, I must say that it is Paris',
    'You can find it in Paris',
    'It is Paris',
  ])('does not hold for %j', (clause) => {
    expect(isCourtesy(clause)).toBe(false)
  })
})
