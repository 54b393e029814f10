import { describe, expect, it } from 'vitest'
import { NO_WORDS } from '../../../test/support/no-words.ts'
import { readQuestion } from './read-question.ts'
import { compareQuestions } from './word-order.ts'

const orderOf = (left: string, right: string) =>
  compareQuestions(readQuestion(left), readQuestion(right), NO_WORDS).order

describe('wordOrder', () => {
  it.each([
    ['flights from Boston to Denver', 'flights from Denver to Boston'],
    ['Is Java better than Python?', 'Is Python better than Java?'],
    ['Did dogs descend from wolves?', 'Did wolves descend from dogs?'],
    ['Was Brutus killed by Caesar?', 'Did Brutus kill Caesar?'],
  ])('sees that parts are turned in “%s” and “%s”', (left, right) => {
    const { isTurned, isSwapped } = orderOf(left, right)
    expect(isTurned || isSwapped).toBe(true)
  })

  it.each([
    ['the distance from Boston to Denver', 'the distance from Denver to Boston'],
    ['the difference between Java and Python', 'the difference between Python and Java'],
    ['Was Caesar killed by Brutus?', 'Did Brutus kill Caesar?'],
    ['In Denver, how are the schools?', 'How are the schools in Denver?'],
    ['the salt and pepper mill', 'the pepper and salt mill'],
  ])('sees nothing turned in “%s” and “%s”', (left, right) => {
    const { isTurned, isSwapped, areNamesTurned } = orderOf(left, right)
    expect(isTurned || isSwapped || areNamesTurned).toBe(false)
  })

  it('sees two words in each other’s place', () =>
    expect(
      orderOf('the modern playground with new swings', 'the new playground with modern swings').isSwapped,
    ).toBe(true))

  it('counts words that change places', () => {
    expect(orderOf('cats chase dogs', 'dogs chase cats').inversions).toBeGreaterThan(0)
    expect(orderOf('cats chase dogs', 'do cats chase dogs').inversions).toBe(0)
  })
})
