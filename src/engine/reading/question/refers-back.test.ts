import { describe, expect, it } from 'vitest'
import { refersBack } from './refers-back.ts'

describe('refersBack', () => {
  it.each([
    'And in total?',
    'What about dogs?',
    'Now one about mountains.',
    'Are they safe for pregnant women?',
    'In which year was the first one given?',
    'Why?',
    '德国呢？',
  ])('finds no topic of its own in %j', (turn) => {
    expect(refersBack(turn)).toBe(true)
  })

  it.each([
    'How many seats does hall B have?',
    'What is the speed of light in vacuum?',
    'And which of the two halls that the plan shows has more seats than the other one?',
  ])('finds a topic in %j', (turn) => {
    expect(refersBack(turn)).toBe(false)
  })
})
